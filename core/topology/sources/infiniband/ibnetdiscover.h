// Output of ibnetdiscover: blocks of nodes, or the ports report.
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/topology/sources/infiniband/fabric.h"

namespace topomorph::topology::infiniband {

/// Reads one line of the ports report.
void read_report_line(std::string_view line, const LineReader& reader, FabricBuilder& fabric);

/// Returns a decimal number up to `most`; `what` names it in the error message.
std::uint32_t number_in(std::string_view text, const LineReader& reader, std::string_view what, std::uint32_t most);

/// Reads the output of `ibnetdiscover`: blocks ("Switch 36 ...", "Ca 1 ...", a line for each port) or the ports report
/// (-p: "CA 106 1 0x... 4x QDR - SW ..."). The progress on stderr (-s: "DR path ...") may be in it.
void read_ibnetdiscover(const std::string& path, FabricBuilder& fabric);

}  // namespace topomorph::topology::infiniband
