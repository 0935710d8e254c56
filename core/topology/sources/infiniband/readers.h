// Readers of the files that describe an InfiniBand fabric. Each throws InputError with file and line.
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/topology/sources/infiniband/fabric.h"

namespace topomorph::topology::infiniband {

/// Reads the output of `ibnetdiscover`: blocks ("Switch 36 ...", "Ca 1 ...", a line for each port) or the ports report
/// (-p: "CA 106 1 0x... 4x QDR - SW ..."). The progress on stderr (-s: "DR path ...") may be in it.
void read_ibnetdiscover(const std::string& path, FabricBuilder& fabric);

/// Reads the output of `ibroute` for one or several switches. Tables of unknown switches are skipped. An incomplete
/// table is used as far as it goes, with a warning.
void read_ibroute(const std::string& path, FabricBuilder& fabric);

/// Reads netloc's IB-*-nodes.txt (version 1): nodes, links, partitions, and the links of each path between two hosts,
/// which become entries of forwarding tables.
void read_netloc_nodes(const std::string& path, FabricBuilder& fabric);

/// Returns true if the file begins as netloc's do, with a version number alone on a line.
bool is_netloc_nodes(const std::string& path);

// shared by the readers

/// Reads one line of the ports report.
void read_report_line(std::string_view line, const LineReader& reader, FabricBuilder& fabric);

/// Returns a decimal number up to `most`; `what` names it in the error message.
std::uint32_t number_in(std::string_view text, const LineReader& reader, std::string_view what, std::uint32_t most);

/// Runs the step and adds file and line to its InputError.
template <typename Step>
void at_line(const LineReader& reader, Step step) {
  try {
    step();
  } catch (const InputError& error) {
    reader.fail(error.what());
  }
}

inline constexpr std::uint32_t kLargestPort = 254, kLargestLid = 0xffff;

}  // namespace topomorph::topology::infiniband
