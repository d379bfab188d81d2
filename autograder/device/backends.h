// SPDX-License-Identifier: MIT
/// \file
/// The back ends that a worker has, by name. Tested by virtual_backend_test.cpp.
#pragma once

#include "device/backend.h"

namespace device {

/// Makes the back end that the configuration names ("virtual"); a diagnostic when there is none.
base::Result<std::unique_ptr<Backend>> make_backend(const protocol::Configure& settings);

}  // namespace device
