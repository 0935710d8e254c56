// Reads forwarding tables as ibroute prints them.
#include "core/topology/sources/infiniband/ibroute.h"

#include <charconv>

#include <fmt/format.h>

#include "core/topology/sources/infiniband/tool_output.h"

namespace topomorph::topology::infiniband {

namespace {

std::uint32_t hexadecimal_lid(std::string_view text, const LineReader& reader) {
  std::uint32_t lid = 0;
  const std::string_view digits = text.substr(std::min<std::size_t>(2, text.size()));
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), lid, 16);
  if (!text.starts_with("0x") || error != std::errc() || end != digits.data() + digits.size() || lid > kLargestLid) {
    reader.fail(fmt::format("found \"{}\", expected a LID as 0x0004", text));
  }
  return lid;
}

/// Returns the switch of "Unicast lids [0x0-0x6a] of switch Lid 3 guid 0x00066a00e3006cb2 (ibcore01):".
std::uint64_t switch_of(std::string_view line, const LineReader& reader) {
  static constexpr std::string_view kGuid = " guid ";
  const std::size_t at = line.find(kGuid);
  const std::string_view rest = at == std::string_view::npos ? std::string_view() : line.substr(at + kGuid.size());
  const std::uint64_t guid = parse_guid(rest.substr(0, rest.find_first_of(" (")));
  if (guid == 0) reader.fail("found no GUID of a switch, expected one as guid 0x00066a00e3006b6f");
  return guid;
}

/// Returns the last LID of the switch's table, 0x6a in the line above; 0 if the line has none.
std::uint32_t last_lid_of(std::string_view line) {
  const std::size_t dash = line.find("-0x"), end = line.find(']', std::min(dash, line.size()));
  std::uint32_t lid = 0;
  if (end != std::string_view::npos) std::from_chars(line.data() + dash + 3, line.data() + end, lid, 16);
  return lid;
}

class Tables {
 public:
  Tables(const std::string& path, FabricBuilder& fabric)
      : fabric_(fabric), output_(path, fabric.warnings(), [this] { return missing(); }) {}

  void read() {
    while (const auto line = output_.next()) {
      if (line->ends_with("dumped")) {
        complete_ = true;
      } else {
        output_.take([&] { read_line(*line); });
      }
    }
    end_table();
  }

 private:
  const LineReader& reader() const { return output_.reader(); }

  void read_line(std::string_view line) {
    if (line.starts_with("Unicast lids")) {
      begin_table(line);
    } else if (line.starts_with("Multicast mlids")) {
      end_table();
      in_table_ = false;
      is_multicast_ = true;
    } else if (is_multicast_) {
      return;
    } else if (line.starts_with("0x")) {
      if (guid_ == 0) reader().fail("found a LID, expected a line \"Unicast lids ... of switch ...\" before it");
      if (in_table_) read_row(line);
    } else if (!line.starts_with("Lid ") && !line.starts_with("Port ")) {
      reader().fail(fmt::format("found \"{}\", expected a line of ibroute's output", line.substr(0, 40)));
    }
  }

  void begin_table(std::string_view line) {
    end_table();
    in_table_ = is_multicast_ = false;
    guid_ = switch_of(line, reader());
    in_table_ = fabric_.knows(guid_) && fabric_.is_switch(guid_);
    last_lid_ = last_lid_of(line);
    lid_ = 0;
    complete_ = false;
    output_.begin();
  }

  /// Reads "0x0004 022 : (Switch portguid 0x00066a00e3006cb4: 'ibedge02')".
  void read_row(std::string_view line) {
    Words words(line);
    const std::uint32_t lid = hexadecimal_lid(words.next(), reader());
    const std::uint32_t port = number_in(words.next(), reader(), "a port", 255);
    if (port <= kLargestPort) fabric_.forward(guid_, lid, port);  // 255: no route
    lid_ = lid;
  }

  /// Warns if a table is incomplete. Tables of other tools lack ibroute's last line but have all LIDs.
  void end_table() {
    if (!in_table_ || complete_ || output_.has_failed() || lid_ >= last_lid_) return;
    output_.warn("the end of a table without the last line of ibroute (\"... lids dumped\")");
  }

  std::string missing() const {
    if (guid_ == 0) return "a table of routes is missing";
    if (!in_table_) return "";  // of another fabric
    const std::string owner = fabric_.title(guid_);
    if (last_lid_ > 0 && lid_ >= last_lid_)
      return fmt::format("the routes of switch {} are all there before it", owner);
    return fmt::format("some routes of switch {} behind LID 0x{:x} are missing", owner, lid_);
  }

  FabricBuilder& fabric_;
  ToolOutput output_;
  std::uint64_t guid_ = 0;                // of the switch
  std::uint32_t lid_ = 0, last_lid_ = 0;  // of the row before; the last one that the header announces
  bool in_table_ = false, complete_ = false, is_multicast_ = false;
};

}  // namespace

void read_ibroute(const std::string& path, FabricBuilder& fabric) { Tables(path, fabric).read(); }

}  // namespace topomorph::topology::infiniband
