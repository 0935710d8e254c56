// Reports of the ports of a fabric.
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

}  // namespace topomorph::topology::infiniband
