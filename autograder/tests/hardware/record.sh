#!/bin/sh
# SPDX-License-Identifier: MIT
# Records the counters of counts.cu on a machine with an NVIDIA GPU, nvcc and Nsight Compute:
#   autograder/tests/hardware/record.sh FOLDER      writes FOLDER/counts_raw.csv (one row per launch and metric)
set -eu
here=$(dirname "$0")
out=$1
nvcc -std=c++17 -O3 -lineinfo -gencode arch=compute_75,code=compute_75 -o "$out/counts" "$here/counts.cu"
metrics=l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
metrics=$metrics,l1tex__t_requests_pipe_lsu_mem_global_op_st.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
metrics=$metrics,memory_l1_wavefronts_shared,memory_l1_wavefronts_shared_ideal
ncu --csv --page raw --print-units base --metrics "$metrics" "$out/counts" > "$out/counts_raw.csv"
rm "$out/counts"
