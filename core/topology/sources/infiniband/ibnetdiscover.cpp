// Output of ibnetdiscover: blocks of nodes, or the ports report.
#include "core/topology/sources/infiniband/ibnetdiscover.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/number.h"
#include "core/topology/sources/infiniband/tool_output.h"

namespace topomorph::topology::infiniband {
namespace {

struct ReportedPort {
  FabricBuilder::End end;
  std::uint32_t lid = 0;
  bool is_router = false;
};

ReportedPort read_port(Words& words, const LineReader& reader) {
  const std::string_view type = words.next();
  if (type != "CA" && type != "SW" && type != "RT") {
    reader.fail(fmt::format("found \"{}\", expected CA or SW, LID, port and GUID", type));
  }
  ReportedPort port;
  port.lid = number_in(words.next(), reader, "a LID", kLargestLid);
  port.end.port = number_in(words.next(), reader, "a port", kLargestPort);
  const std::string_view guid = words.next();
  port.end.guid = guid.starts_with("0x") ? parse_guid(guid) : 0;
  if (port.end.guid == 0) reader.fail(fmt::format("found \"{}\", expected a GUID as 0x00066a00e3006b6f", guid));
  port.end.is_switch = type == "SW";
  port.is_router = type == "RT";
  return port;
}

/// Returns the texts between the quotes of ( 'one' - 'other' ), or of 'one' alone.
std::array<std::string_view, 2> descriptions(std::string_view line, const LineReader& reader) {
  const std::size_t begin = line.find('\''), end = line.rfind('\'');
  if (begin == std::string_view::npos) return {};
  if (begin == end) reader.fail("found a description without an end, expected '...'");
  const std::string_view inside = line.substr(begin + 1, end - begin - 1);
  const std::size_t middle = inside.find("' - '");
  if (middle == std::string_view::npos) return {inside, {}};
  return {inside.substr(0, middle), inside.substr(middle + 5)};
}

void tell(FabricBuilder& fabric, const ReportedPort& port, std::string_view description) {
  fabric.node(port.end.guid, port.end.is_switch, description, port.lid);
}

/// Reads one line of the ports report.
void read_report_line(std::string_view line, const LineReader& reader, FabricBuilder& fabric) {
  Words words(line.substr(0, line.find('\'')));
  const ReportedPort here = read_port(words, reader);
  const std::string_view width = words.next(), speed = words.next();
  const bool is_unknown = width == "??" && speed == "???";  // ibnetdiscover's words for a port that it cannot ask
  const double bandwidth = is_unknown ? 0 : link_bandwidth(width, speed);
  if (bandwidth == 0 && !is_unknown)
    reader.fail(fmt::format("found \"{} {}\", expected a width and a speed as 4x QDR", width, speed));
  const std::array<std::string_view, 2> names = descriptions(line, reader);
  if (here.is_router) return;
  at_line(reader, [&] { tell(fabric, here, names[0]); });
  const std::string_view dash = words.next();
  if (dash.empty()) return;  // nothing is plugged in
  if (dash != "-") reader.fail(fmt::format("found \"{}\", expected - and the port at the other end", dash));
  const ReportedPort there = read_port(words, reader);
  if (there.is_router) return;
  at_line(reader, [&] {
    tell(fabric, there, names[1]);
    fabric.cable(here.end, there.end, bandwidth);
  });
}

/// A node such as "S-00066a00e3006b6f" (switch), "H-..." (host) or "R-..." (router).
struct NodeId {
  std::uint64_t guid = 0;
  char kind = 0;
};

/// Returns the text between the next two quotes from `at` on and moves `at` behind them. Fails if they are missing.
std::string_view quoted(std::string_view line, std::size_t& at, const LineReader& reader) {
  const std::size_t begin = line.find('"', at);
  const std::size_t end = begin == std::string_view::npos ? begin : line.find('"', begin + 1);
  if (end == std::string_view::npos) reader.fail("found no node in quotes, expected one as \"S-00066a00e3006b6f\"");
  at = end + 1;
  return line.substr(begin + 1, end - begin - 1);
}

NodeId read_id(std::string_view text, const LineReader& reader) {
  NodeId id;
  if (text.size() > 2 && text[1] == '-') id = {parse_guid(text.substr(2)), text[0]};
  if (id.guid == 0 || (id.kind != 'S' && id.kind != 'H' && id.kind != 'R')) {
    reader.fail(fmt::format("found \"{}\", expected a node as \"S-00066a00e3006b6f\" or \"H-...\"", text));
  }
  return id;
}

/// Returns the description in a comment: all between its first and its last quote, because it may contain quotes.
std::string_view description_in(std::string_view comment) {
  const std::size_t begin = comment.find('"'), end = comment.rfind('"');
  return begin == end ? std::string_view() : comment.substr(begin + 1, end - begin - 1);
}

/// Returns the number after the word "lid", 0 if there is none.
std::uint32_t lid_in_comment(std::string_view comment, const LineReader& reader) {
  Words words(comment);
  for (auto word = words.next(); !word.empty(); word = words.next()) {
    if (word == "lid") return number_in(words.next(), reader, "a LID", kLargestLid);
  }
  return 0;
}

class Blocks {
 public:
  Blocks(const LineReader& reader, FabricBuilder& fabric) : reader_(reader), fabric_(fabric) {}

  /// Reads "Switch   36 "S-..."              # "name" base port 0 lid 1 lmc 0".
  void header(std::string_view line) {
    std::size_t at = 0;
    node_ = read_id(quoted(line, at, reader_), reader_);
    if (node_.kind == 'R') return;
    const std::string_view comment = line.substr(std::min(line.find('#', at), line.size()));
    const std::string_view behind = comment.substr(comment.rfind('"') + 1);  // npos + 1 is 0
    const std::uint32_t lid = node_.kind == 'S' ? lid_in_comment(behind, reader_) : 0;
    at_line(reader_, [&] { fabric_.node(node_.guid, node_.kind == 'S', description_in(comment), lid); });
  }

  /// Reads "[1](100001)      "S-..."[2]              # lid 2 lmc 0 "leaf0" lid 1 4xQDR".
  void port(std::string_view line) {
    if (node_.kind == 0) reader_.fail("found a port, expected a line Switch or Ca before it");
    const std::uint32_t own = port_at(line, 0);
    std::size_t at = 0;
    const NodeId other = read_id(quoted(line, at, reader_), reader_);
    const std::uint32_t far = port_at(line, at);
    if (node_.kind == 'R' || other.kind == 'R') return;
    const std::string_view comment = line.substr(std::min(line.find('#', at), line.size()));
    const double bandwidth = speed_in(comment);
    const std::uint32_t lid = node_.kind == 'H' ? lid_in_comment(comment.substr(0, comment.find('"')), reader_) : 0;
    at_line(reader_, [&] {
      fabric_.node(other.guid, other.kind == 'S', description_in(comment));
      if (lid != 0) fabric_.lid(node_.guid, lid);
      if (node_.kind == 'H') fabric_.port_guid(node_.guid, own, guid_behind(line, 0));
      if (other.kind == 'H') fabric_.port_guid(other.guid, far, guid_behind(line, at));
      fabric_.cable({node_.guid, node_.kind == 'S', own}, {other.guid, other.kind == 'S', far}, bandwidth);
    });
  }

 private:
  std::uint32_t port_at(std::string_view line, std::size_t at) const {
    const std::size_t end = line.find(']', at);
    if (at >= line.size() || line[at] != '[' || end == std::string_view::npos) {
      reader_.fail("found no port, expected one as [12]");
    }
    return number_in(line.substr(at + 1, end - at - 1), reader_, "a port", kLargestPort);
  }

  /// Returns the port's GUID in parentheses after the brackets at `at`, 0 if there is none.
  static std::uint64_t guid_behind(std::string_view line, std::size_t at) {
    const std::size_t begin = line.find(']', at) + 1;
    const std::size_t end = line.find(')', begin);
    if (begin >= line.size() || line[begin] != '(' || end == std::string_view::npos) return 0;
    return parse_guid(line.substr(begin + 1, end - begin - 1));
  }

  /// Reads "4xQDR" at the end, or before the "s=4 w=2 v=4" of option -f. A missing speed counts as the slowest.
  static double speed_in(std::string_view comment) {
    const std::size_t behind = std::min(comment.rfind('"'), comment.size());  // descriptions may contain anything
    comment = comment.substr(0, comment.find(" s=", behind));
    const std::string_view last = comment.substr(comment.find_last_of(" \t") + 1);
    const std::size_t lanes = last.find('x');
    const double told =
        lanes == std::string_view::npos ? 0 : link_bandwidth(last.substr(0, lanes + 1), last.substr(lanes + 1));
    return told > 0 ? told : link_bandwidth("4x", "SDR");
  }

  const LineReader& reader_;
  FabricBuilder& fabric_;
  NodeId node_;  // kind 0 before the first
};

bool is_heading(std::string_view line) {
  for (const std::string_view begin : {"vendid=", "devid=", "sysimgguid=", "switchguid=", "caguid=", "rtguid=",
                                       "Chassis ", "Non-Chassis ", "Spine Nodes", "Line Nodes", "Hostname:"}) {
    if (line.starts_with(begin)) return true;
  }
  return false;
}

bool begins_with_word(std::string_view line, std::string_view word) {
  return line.starts_with(word) && line.size() > word.size() && (line[word.size()] == ' ' || line[word.size()] == '\t');
}

/// Recognizes "Ca   : 0x0002c90300001234 ports 2 devid 0x673c vendid 0x2c9 "node001 HCA-1"" of ibnetdiscover -l.
bool is_of_list(std::string_view line) {
  Words words(line);
  const std::string_view kind = words.next();
  return (kind == "Ca" || kind == "Switch" || kind == "Router" || kind == "Rt") && words.next() == ":";
}

void read_line(std::string_view line, const LineReader& reader, Blocks& blocks, FabricBuilder& fabric) {
  if (is_of_list(line)) {
    reader.fail("found a list of nodes, expected links too: ibnetdiscover without -l, -H, -S, -R");
  } else if (line[0] == '[') {
    blocks.port(line);
  } else if (begins_with_word(line, "Switch") || begins_with_word(line, "Ca") || begins_with_word(line, "Rt")) {
    blocks.header(line);
  } else if (begins_with_word(line, "CA") || begins_with_word(line, "SW") || begins_with_word(line, "RT")) {
    read_report_line(line, reader, fabric);
  } else {
    reader.fail(fmt::format("found \"{}\", expected a line of ibnetdiscover's output", line.substr(0, 40)));
  }
}

}  // namespace

void read_ibnetdiscover(const std::string& path, FabricBuilder& fabric) {
  ToolOutput output(path, fabric.warnings(), [] { return "what the tool did not reach is missing in the fabric"; });
  Blocks blocks(output.reader(), fabric);
  while (const auto line = output.next()) {  // output.next() drops the indentation of examples in manual pages
    if (is_heading(*line)) continue;
    output.take([&] { read_line(*line, output.reader(), blocks, fabric); });
  }
}

}  // namespace topomorph::topology::infiniband
