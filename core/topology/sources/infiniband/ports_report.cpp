// Reads the ports report of ibnetdiscover (-p).
#include "core/topology/sources/infiniband/ports_report.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/number.h"
#include "core/topology/sources/infiniband/names.h"
#include "core/topology/sources/infiniband/readers.h"

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

}  // namespace

void read_report_line(std::string_view line, const LineReader& reader, FabricBuilder& fabric) {
  Words words(line.substr(0, line.find('\'')));
  const ReportedPort here = read_port(words, reader);
  const std::string_view width = words.next(), speed = words.next();
  const double bandwidth = link_bandwidth(width, speed);
  if (bandwidth == 0) reader.fail(fmt::format("found \"{} {}\", expected a width and a speed as 4x QDR", width, speed));
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

std::uint32_t number_in(std::string_view text, const LineReader& reader, std::string_view what, std::uint32_t most) {
  const auto number = parse_count(text);
  if (!number || *number > most) reader.fail(fmt::format("found \"{}\", expected {} of at most {}", text, what, most));
  return static_cast<std::uint32_t>(*number);
}

}  // namespace topomorph::topology::infiniband
