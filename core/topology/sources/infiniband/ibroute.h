// Output of ibroute: the forwarding tables.
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/topology/sources/infiniband/fabric.h"

namespace topomorph::topology::infiniband {

/// Reads the output of `ibroute` for one or several switches. Tables of unknown switches are skipped. An incomplete
/// table is used as far as it goes, with a warning.
void read_ibroute(const std::string& path, FabricBuilder& fabric);

}  // namespace topomorph::topology::infiniband
