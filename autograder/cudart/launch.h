// SPDX-License-Identifier: MIT
/// \file
/// Launches, for those who launch later: graphs. Tested by tests/programs/graphs.cu.
#pragma once

#include "cudart/abi.h"
#include "cudart/graphs.h"

namespace cudart {

/// The launch as work to be done later, its arguments as they are now. The error says why it cannot
/// be.
cudaError_t prepare_launch(const cudaKernelNodeParams& launch, Work& work);

}  // namespace cudart
