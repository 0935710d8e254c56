// Output of ibnetdiscover: blocks of nodes, or the ports report.
#pragma once

#include <string>

#include "core/topology/sources/infiniband/fabric.h"

namespace topomorph::topology::infiniband {

/// Reads the output of `ibnetdiscover`: blocks ("Switch 36 ...", "Ca 1 ...", a line for each port) or the ports report
/// (-p: "CA 106 1 0x... 4x QDR - SW ..."). The progress on stderr (-s: "DR path ...") may be in it.
void read_ibnetdiscover(const std::string& path, FabricBuilder& fabric);

}  // namespace topomorph::topology::infiniband
