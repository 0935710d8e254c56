// Forwarding tables as ibroute prints them.
#include <charconv>

#include <fmt/format.h>

#include "core/topology/infiniband/readers.h"

namespace topomorph::infiniband {

namespace {

/// The switch of "Unicast lids [0x0-0x6a] of switch Lid 3 guid 0x00066a00e3006cb2 (ibcore01):"
std::uint64_t switch_of(std::string_view line, const LineReader& reader) {
  static constexpr std::string_view kGuid = " guid ";
  const std::size_t at = line.find(kGuid);
  const std::string_view rest = at == std::string_view::npos ? std::string_view() : line.substr(at + kGuid.size());
  const std::uint64_t guid = parse_guid(rest.substr(0, rest.find_first_of(" (")));
  if (guid == 0) reader.fail("found no GUID of a switch, expected one as guid 0x00066a00e3006b6f");
  return guid;
}

/// "0x0004 022 : (Switch portguid 0x00066a00e3006cb4: 'ibedge02')"
void read_row(std::string_view line, const LineReader& reader, std::uint64_t guid, FabricBuilder& fabric) {
  Words words(line);
  const std::string_view text = words.next();
  std::uint32_t lid = 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), lid, 16);
  if (error != std::errc() || end != text.data() + text.size() || lid > kLargestLid) {
    reader.fail(fmt::format("found \"{}\", expected a LID as 0x0004", text));
  }
  const std::uint32_t port = number_in(words.next(), reader, "a port", 255);
  if (port <= kLargestPort) fabric.forward(guid, lid, port);  // 255: no way there
}

}  // namespace

void read_ibroute(const std::string& path, FabricBuilder& fabric) {
  LineReader reader(path);
  std::uint64_t guid = 0;
  bool in_table = false;
  while (const auto line = reader.next()) {
    if (is_message(*line)) continue;
    if (line->starts_with("Unicast lids")) {
      guid = switch_of(*line, reader);
      in_table = fabric.knows(guid) && fabric.is_switch(guid);
    } else if (line->starts_with("Multicast mlids")) {
      in_table = false;
    } else if (line->starts_with("0x")) {
      if (guid == 0) reader.fail("found a LID, expected a line \"Unicast lids ... of switch ...\" before it");
      if (in_table) read_row(*line, reader, guid, fabric);
    } else if (line->find_first_not_of(" \t") != std::string_view::npos && !line->starts_with("  ") &&
               !line->ends_with("dumped") && !line->ends_with("dumped ")) {
      reader.fail(fmt::format("found \"{}\", expected a line of ibroute's output", line->substr(0, 40)));
    }
  }
}

}  // namespace topomorph::infiniband
