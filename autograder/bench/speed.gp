# SPDX-License-Identifier: MIT
# The picture of `make bench`, from the tables that bench.sh keeps: folder, output, compiler and processors are set by it.
set terminal svg size 960,860 font "sans-serif,14" background "#ffffff" name "speed"
set output output
set datafile missing "-"

# Colours that are legible on white and on black; text is lt -1, which bench.sh makes light on dark pages.
naive = "#1f86c9"
tiled = "#d4610f"
ours = "#1d9160"
oclgrind = "#b0569b"
pocl = "#7d828a"
faint = "#9a9fa6"

set border 3 lc rgb faint
set tics nomirror out scale 0.5 textcolor lt -1
set grid lc rgb faint lw 0.5 dt (2, 4)
set key outside top center horizontal Left reverse samplen 1.5 height 0.3
million = 1e-6
# Rows of a table of ours: kernel 1, size 2, checks 3, threads 4, rate by the clock 9 and by processor time 10.
rows(table, kernel) = sprintf("< grep '^%s ' '%s/%s'", kernel, folder, table)

set multiplot
set label 1 sprintf("The engine's speed, kernels compiled by %s", compiler) at screen 0.02,0.975 font ",18"

# Against size.
set origin 0,0.5
set size 0.5,0.45
set title "Against problem size (all checks on)"
set xlabel "rows and columns of each matrix"
set ylabel "million multiply-adds a second of a processor"
set logscale x 2
set xrange [50:650]
set yrange [0:*]
set xtics (64, 128, 256, 512)
plot rows("sizes", "naive") using 2:($10 * million) with linespoints lw 2 pt 7 ps 0.8 lc rgb naive title "naive product", \
  rows("sizes", "tiled") using 2:($10 * million) with linespoints lw 2 pt 5 ps 0.8 lc rgb tiled title "tiled product"
unset label 1

# Each check: a row for each, two bars in it.
set origin 0.5,0.5
set title "With each check on (512 x 512)"
set xlabel "million multiply-adds a second of a processor"
unset ylabel
unset logscale
set xrange [0:*]
set xtics autofreq
set yrange [5.6:-0.6]
set ytics ("no check" 0, "memcheck" 1, "initcheck" 2, "synccheck" 3, "racecheck" 4, "all checks" 5) scale 0
set grid noytics
row(check) = check eq "none" ? 0 : check eq "memcheck" ? 1 : check eq "initcheck" ? 2 : check eq "synccheck" ? 3 : check eq "racecheck" ? 4 : 5
set style fill solid 1 noborder
plot rows("checks", "naive") using (0):(row(strcol(3)) - 0.18):(0):($10 * million):(row(strcol(3)) - 0.34):(row(strcol(3)) - 0.02) \
    with boxxyerror lc rgb naive title "naive product", \
  rows("checks", "tiled") using (0):(row(strcol(3)) + 0.18):(0):($10 * million):(row(strcol(3)) + 0.02):(row(strcol(3)) + 0.34) \
    with boxxyerror lc rgb tiled title "tiled product"

# Against threads.
set origin 0,0.02
set title "Against threads (512 x 512, all checks on)"
set xlabel "threads"
set ylabel "million multiply-adds a second by the clock"
set grid ytics
set xrange [0.7:processors + 0.3]
set xtics 1, (processors > 8 ? processors / 8 : 1)
set yrange [0:*]
set ytics autofreq scale 0.5
plot rows("threads", "naive") using 4:($9 * million) with linespoints lw 2 pt 7 ps 0.8 lc rgb naive title "naive product", \
  rows("threads", "tiled") using 4:($9 * million) with linespoints lw 2 pt 5 ps 0.8 lc rgb tiled title "tiled product"

# Beside others: kernel, ours, Oclgrind, PoCL.
set origin 0.5,0.02
set title "Beside others (PoCL checks nothing)"
set key maxcols 3 samplen 0 width -2
set xlabel "multiply-adds or elements a second, log scale"
unset ylabel
set logscale x
set xrange [*:*]
set xtics autofreq
set format x "10^{%L}"
unset mxtics
set yrange [6.6:-0.6]
set ytics scale 0
beside = sprintf("%s/beside", folder)
plot beside using 3:0:ytic(1) with points pt 9 ps 1 lc rgb oclgrind title "Oclgrind", \
  beside using 2:0 with points pt 7 ps 0.9 lc rgb ours title "ours", \
  beside using 4:0 with points pt 5 ps 0.8 lc rgb pocl title "PoCL"
unset multiplot
