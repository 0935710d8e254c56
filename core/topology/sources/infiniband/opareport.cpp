// Omni-Path: links as opareport prints them in XML.
#include "core/topology/sources/infiniband/opareport.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/line_reader.h"
#include "core/topology/sources/infiniband/tool_output.h"
#include "core/topology/sources/infiniband/xml_elements.h"

namespace topomorph::topology::infiniband {
namespace {

/// Gbit/s of a link whose rate is not told: of Omni-Path's first generation.
constexpr double kUsualRate = 100;

/// Returns the Gbit/s of "100g" or "12.5g", which is without the encoding. Other text ("any", "???") is no rate.
std::optional<double> rate_of(std::string_view text) {
  double rate = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rate);
  const bool is_rate = error == std::errc() && std::string_view(end, text.data() + text.size()) == "g";
  return is_rate && rate > 0 && rate < 1e6 ? std::optional(rate) : std::nullopt;
}

struct Port {
  std::uint64_t guid = 0, port_guid = 0;
  std::optional<std::uint32_t> number;
  std::string type, description;
};

struct LinkOfReport {
  double rate = kUsualRate;
  std::vector<Port> ports;
  std::uint64_t line = 0;
};

/// Throws InputError for a port that is no end of a link.
void check(const Port& port) {
  if (port.type != "FI" && port.type != "SW") {
    throw InputError(fmt::format("found the node type \"{}\", expected FI or SW", shortened(port.type)));
  }
  if (!port.number) throw InputError("found a port without <PortNum>, expected its number");
  if (port.guid == 0 && port.description.empty()) {
    throw InputError("found a port without <NodeGUID> and <NodeDesc>, expected one of both");
  }
}

/// The GUIDs of nodes that have a name, since a port may lack its node's GUID.
class GuidsByName {
 public:
  void know(const Port& port) {
    if (port.guid != 0 && !port.description.empty()) guids_.try_emplace(port.description, port.guid);
  }

  /// Returns the port's GUID, or that of the node of this name. A name without a GUID gets a number that no vendor
  /// uses.
  std::uint64_t of(const Port& port) {
    constexpr std::uint64_t kMadeUp = 0xffff'ffff'0000'0000;
    return port.guid != 0 ? port.guid : guids_.try_emplace(port.description, kMadeUp + guids_.size()).first->second;
  }

 private:
  std::map<std::string, std::uint64_t> guids_;
};

class Report {
 public:
  Report(const std::string& path, FabricBuilder& fabric) : xml_(path), fabric_(fabric) {}

  void read() {
    using Event = XmlElements::Event;
    for (Event event = xml_.next(); event != Event::EndOfFile; event = xml_.next()) {
      event == Event::Begin ? begin() : end();
    }
    if (!has_summary_) xml_.reader().fail("found no <LinkSummary>, expected the output of opareport -o topology");
    for (const LinkOfReport& link : links_) add(link);  // after the last, which may name a node of the first
  }

 private:
  /// Returns whether the elements around are a summary of links and these in it.
  bool is_in(std::initializer_list<std::string_view> inside) const {
    const auto& around = xml_.around();
    return around.size() > inside.size() && std::equal(inside.begin(), inside.end(), around.end() - inside.size()) &&
           around[around.size() - inside.size() - 1].ends_with("LinkSummary");
  }

  void begin() {
    if (is_in({})) has_summary_ = true;
    if (is_in({"Link"})) link_ = {};
    if (!is_in({"Link", "Port"})) return;
    if (link_.ports.size() == 2) xml_.reader().fail("found a third port of a link, expected 2");
    link_.ports.emplace_back();
  }

  void end() {
    const std::string& name = xml_.name();
    if (name == "Link" && is_in({})) {
      at_line(xml_.reader(), [&] { keep_link(); });
    } else if (is_in({"Link"}) && name == "Rate") {
      link_.rate = rate_of(xml_.text()).value_or(kUsualRate);
    } else if (is_in({"Link", "Port"})) {
      fill(link_.ports.back(), name);
    }
  }

  void fill(Port& port, const std::string& name) {
    if (name == "NodeGUID") {
      port.guid = parse_guid(xml_.text());
      if (port.guid == 0)
        xml_.reader().fail(fmt::format("found \"{}\", expected a GUID of a node", shortened(xml_.text())));
    } else if (name == "PortGUID") {
      port.port_guid = parse_guid(xml_.text());
    } else if (name == "PortNum") {
      port.number = number_in(xml_.text(), xml_.reader(), "the number of a port", kLargestPort);
    } else if (name == "NodeType") {
      port.type = xml_.text();
    } else if (name == "NodeDesc") {
      port.description = xml_.text();
    }
  }

  void keep_link() {
    if (link_.ports.size() != 2) throw InputError(fmt::format("found {} ports, expected 2", link_.ports.size()));
    for (const Port& port : link_.ports) {
      check(port);
      guids_.know(port);
    }
    link_.line = xml_.reader().line();
    links_.push_back(std::move(link_));
  }

  void add(const LinkOfReport& link) {
    at_line(xml_.reader().path(), link.line, [&] {
      const auto a = end_of(link.ports[0]), b = end_of(link.ports[1]);
      fabric_.cable(a, b, link.rate);
    });
  }

  FabricBuilder::End end_of(const Port& port) {
    const FabricBuilder::End end{guids_.of(port), port.type == "SW", *port.number};
    fabric_.node(end.guid, end.is_switch, port.description);
    if (!end.is_switch) fabric_.port_guid(end.guid, end.port, port.port_guid);
    return end;
  }

  XmlElements xml_;
  FabricBuilder& fabric_;
  LinkOfReport link_;
  std::vector<LinkOfReport> links_;
  GuidsByName guids_;
  bool has_summary_ = false;
};

}  // namespace

bool is_opareport(const std::string& path) {
  LineReader reader(path);
  while (const auto line = reader.next()) {
    const std::size_t first = line->find_first_not_of(" \t");
    if (first != std::string_view::npos) return (*line)[first] == '<';
  }
  return false;
}

void read_opareport(const std::string& path, FabricBuilder& fabric) { Report(path, fabric).read(); }

}  // namespace topomorph::topology::infiniband
