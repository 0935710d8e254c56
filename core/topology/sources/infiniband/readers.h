// Readers of what describes an InfiniBand fabric. Each throws InputError with file and line.
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/topology/sources/infiniband/fabric.h"

namespace topomorph::topology::infiniband {

/// Output of `ibnetdiscover`: its blocks ("Switch 36 ...", "Ca 1 ...", a line for each port), or its ports report
/// (-p: "CA 106 1 0x... 4x QDR - SW ..."), with or without the progress that it writes to stderr (-s: "DR path ...").
void read_ibnetdiscover(const std::string& path, FabricBuilder& fabric);

/// Output of `ibroute` for one or several switches, one behind the other. Tables of unknown switches are left out. A
/// table that the tool could not read to its end is used as far as it goes, with a warning.
void read_ibroute(const std::string& path, FabricBuilder& fabric);

/// netloc's IB-*-nodes.txt (version 1): nodes, links, partitions, and the links of each path between two hosts, which
/// become entries of forwarding tables.
void read_netloc_nodes(const std::string& path, FabricBuilder& fabric);

/// True if the file begins as those of netloc do, with a version number alone on a line.
bool is_netloc_nodes(const std::string& path);

// shared by the readers

/// One line of the ports report.
void read_report_line(std::string_view line, const LineReader& reader, FabricBuilder& fabric);

/// A number in decimal digits of at most `most`; `what` says for the message what it is.
std::uint32_t number_in(std::string_view text, const LineReader& reader, std::string_view what, std::uint32_t most);

/// Does it, and adds file and line to what it throws.
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
