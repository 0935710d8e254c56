// A report as JSON, the output of `report --json`, and as one HTML page that loads nothing else.
#include "tools/report/json.h"

#include <algorithm>
#include <cmath>

#include "core/base/json_text.h"
#include "tools/output/costs.h"
#include "tools/report/host_traffic.h"
#include "tools/report/json_parts.h"
#include "tools/report/run_difference.h"

namespace topomorph::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr std::size_t kMostRanksInOrder = 16384;  // the numbers of the ranks alone would take 100 kB
constexpr std::size_t kMostHosts = 1024;

Json or_null(bool known, Json value) { return known ? std::move(value) : Json(nullptr); }

Json total_json(const Source& source) {
  return {{"bytes", source.affinity.total_bytes()},
          {"messages", or_null(source.knows_messages, source.affinity.total_messages())},
          {"pairs", source.affinity.entries()},
          {"directed", source.directed}};
}

Json topology_json(const Report& report) {
  if (!report.place) return nullptr;
  const Place& place = *report.place;
  return {{"description", place.job.topology->describe()},
          {"given", or_null(!place.given.empty(), place.given)},
          {"slots", place.job.topology->slots()},
          {"hosts", place.hosts.names.size()},
          {"notes", place.notes}};
}

/// Returns the hosts along the axes: name, first position, number of ranks.
Json axis_of(const Report& report, const Order& order) {
  Json axis = Json::array();
  if (!report.place) return axis;
  std::uint64_t first = 0;
  for (std::size_t h = 0; h < order.hosts.size(); ++h) {
    if (order.hosts[h].ranks == 0) continue;
    axis.push_back({report.place->hosts.names[h], first, order.hosts[h].ranks});
    first += order.hosts[h].ranks;
  }
  return axis;
}

Json heat_json(const Report& report, const Order& order) {
  const bool messages = report.source.knows_messages;
  Json rows = Json::array();
  for (const auto& row : order.heat.rows) {
    Json& cells = rows.emplace_back(Json::array());
    for (const HeatCell& cell : row) {
      cells.push_back(cell.column);
      cells.push_back(cell.bytes);
      if (messages) cells.push_back(cell.messages);
    }
  }
  const Json columns = messages ? Json{"column", "bytes", "messages"} : Json{"column", "bytes"};
  return {{"ranks_per_tile", order.heat.ranks_per_tile},
          {"ranks", order.role_at.size()},
          {"hosts", axis_of(report, order)},
          {"rank_at", or_null(order.role_at.size() <= kMostRanksInOrder, order.role_at)},
          {"columns", columns},
          {"rows", std::move(rows)}};
}

Json hosts_json(const Report& report, const Order& order) {
  std::vector<std::size_t> shown;
  for (std::size_t h = 0; h < order.hosts.size(); ++h) shown.push_back(h);
  if (shown.size() > kMostHosts) {
    const auto outside = [&](std::size_t h) { return order.hosts[h].out / 2 + order.hosts[h].in / 2; };
    std::stable_sort(shown.begin(), shown.end(), [&](auto a, auto b) { return outside(a) > outside(b); });
    shown.resize(kMostHosts);
  }
  Json rows = Json::array();
  for (const std::size_t h : shown) {
    const HostTraffic& host = order.hosts[h];
    rows.push_back({{"name", report.place->hosts.names[h]},
                    {"ranks", host.ranks},
                    {"inside", host.inside},
                    {"out", host.out},
                    {"in", host.in}});
  }
  return {{"imbalance", imbalance(order.hosts)}, {"count", order.hosts.size()}, {"list", std::move(rows)}};
}

Json links_json(const Report& report, const Order& order) {
  if (!order.links) return nullptr;
  Json json = output::to_json(*order.links, *report.routing, report.unit_link);
  for (std::size_t i = 0; i < order.links->busiest.size(); ++i) {
    json["busiest"][i]["name"] = link_words(report, order.links->busiest[i].link);
  }
  return json;
}

Json order_json(const Report& report, const Order& order) {
  Json json = Json::object();
  if (report.place) {
    json = output::to_json(order.evaluation);
    for (std::size_t l = 0; l < order.evaluation.levels.size(); ++l) {
      json["levels"][l]["words"] = level_words(*report.place, order.evaluation, l);
    }
    if (!report.source.knows_messages) output::withhold_messages(json);
    output::add_pairs(order.pairs, json);
    json["predicted"] = output::to_json(order.predicted, *report.place->job.topology, report.place->aim.cost);
    json["links"] = links_json(report, order);
    json["hosts"] = hosts_json(report, order);
  }
  json["heat"] = or_null(!order.heat.rows.empty(), heat_json(report, order));
  return json;
}

Json saving_json(const Report& report) {
  if (!report.saving) return nullptr;
  const planning::Gain& gain = report.saving->gain;
  Json borders = Json::array();
  for (std::size_t b = 0; b < gain.borders.size(); ++b) {
    const planning::Border& border = gain.borders[b];
    borders.push_back({{"between", border.name.empty() ? "rank" : border.name},
                       {"hosts", b == gain.hosts},
                       {"parts", border.parts},
                       {"bytes_before", border.before.bytes},
                       {"bytes_after", border.after.bytes},
                       {"least_bytes", or_null(border.least.bytes > 0, border.least.bytes)},
                       {"messages_before", or_null(report.source.knows_messages, border.before.messages)},
                       {"messages_after", or_null(report.source.knows_messages, border.after.messages)}});
  }
  return {{"better", report.saving->better()},
          {"worth_it", report.saving->worth_it},
          {"text", or_null(report.saving->better(), report.saving->line)},
          {"algorithm", report.saving->algorithm},
          {"ended_after", or_null(report.saving->ended_after.has_value(), report.saving->ended_after.value_or(0))},
          {"percent", gain.percent},
          {"percent_of", gain.job_before ? "job" : "communication"},
          {"min_gain", report.saving->min_gain},
          {"seconds_before", gain.time_before},
          {"seconds_after", gain.time_after},
          {"cost_before", output::number(gain.cost_before)},
          {"cost_after", output::number(gain.cost_after)},
          {"borders", std::move(borders)}};
}

std::string host_of(const Place& place, Slot slot) { return place.hosts.names[host_at(place.hosts, slot)]; }

Json pairs_json(const Report& report) {
  Json list = Json::array();
  for (const BusyPair& pair : report.busiest) {
    Json& json = list.emplace_back(Json{{"source", pair.source},
                                        {"destination", pair.entry.destination},
                                        {"bytes", pair.entry.bytes},
                                        {"messages", or_null(report.source.knows_messages, pair.entry.messages)}});
    const auto add = [&](const char* name, const std::optional<Order>& order) {
      if (!report.place || !order) return;
      const Slot from = order->slot_of_role[pair.source], to = order->slot_of_role[pair.entry.destination];
      json[name] = {{"source_host", host_of(*report.place, from)},
                    {"destination_host", host_of(*report.place, to)},
                    {"distance", report.place->job.topology->distance(from, to)}};
    };
    add("before", report.before);
    add("after", report.after);
  }
  return list;
}

Json loads_json(const std::vector<LinkBytes>& loads) {
  Json list = Json::array();
  for (const LinkBytes& load : loads) list.push_back({load.forth, load.back});
  return list;
}

/// Rounds a coordinate to a ten-thousandth: a page has fewer pixels.
double rounded_coordinate(double coordinate) { return std::round(coordinate * 1e4) / 1e4; }

Json network_json(const Report& report) {
  if (!report.network) return nullptr;
  const NetworkPlan& plan = *report.network;
  Json nodes = Json::array(), links = Json::array(), captions = Json::array();
  for (const PlanNode& node : plan.nodes) {
    nodes.push_back({rounded_coordinate(node.x), rounded_coordinate(node.y), node.label, node.first, node.slots});
  }
  for (const PlanLink& link : plan.links) {
    links.push_back(
        {link.a, link.b, link.seconds_per_byte, rounded_coordinate(link.stub_x), rounded_coordinate(link.stub_y)});
  }
  for (const PlanNode& caption : plan.captions) {
    captions.push_back({rounded_coordinate(caption.x), rounded_coordinate(caption.y), caption.label});
  }
  static constexpr const char* kKinds[] = {"tree", "lattice", "circle"};
  return {{"kind", kKinds[static_cast<std::size_t>(plan.kind)]},
          {"note", plan.note},
          {"captions", std::move(captions)},
          {"nodes", std::move(nodes)},
          {"links", std::move(links)},
          {"before", loads_json(report.before->link_bytes)},
          {"after", report.after ? loads_json(report.after->link_bytes) : Json(nullptr)}};
}

}  // namespace

Json to_json(const Report& report) {
  Json json = {{"format", "topomorph report"}, {"version", kVersion}, {"source", report.source.file}};
  json["job"] = job_json(report);
  json["total"] = total_json(report.source);
  json["topology"] = topology_json(report);
  json["saving"] = saving_json(report);
  json["before"] = order_json(report, *report.before);
  json["after"] = report.after ? order_json(report, *report.after) : Json(nullptr);
  json["pairs"] = pairs_json(report);
  json["topologies"] =
      report.source.profile ? topologies_json(report.topologies, report.source.topologies.kinds) : Json(nullptr);
  add_program(report.source, json);
  json["replay"] = course_json(report);
  if (!report.no_course.empty()) json["missing"]["replay"] = report.no_course;
  json["network"] = network_json(report);
  if (!report.no_network.empty()) json["missing"]["network"] = report.no_network;
  json["confidence"] = report.confidence;
  return json;
}

Json to_json(const Report& first, const Report& second) {
  const auto moved = pattern_change_percent(first, second);
  Json json = {{"compare", {to_json(first), to_json(second)}},
               {"pattern_change_percent", moved ? Json(*moved) : Json()},
               {"difference", nullptr}};
  std::string reason;
  if (const auto found = run_difference(first, second, reason)) {
    json["difference"] = {{"seconds", found->all()},       {"order", found->order},     {"place", found->place},
                          {"processor", found->processor}, {"traffic", found->traffic}, {"rest", found->rest}};
  }
  return json;
}

namespace {

std::string inert(const std::string& json) {
  std::string result;
  result.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      result += "\\u003c";
    } else {
      result += c;
    }
  }
  return result;
}

/// Appends the text that replaces `name` in the frame.
void append_content(std::string_view name, const PageKind& kind, std::string_view data, std::string& page) {
  if (name == "title") page += kind.title;
  if (name == "command") page += kind.command;
  if (name == "style") page += assets::kStyle;
  if (name == "script") page.append(assets::kSharedScript).append(kind.script);
  if (name == "data") page += data;
}

}  // namespace

std::string page_of(const PageKind& kind, const nlohmann::ordered_json& json) {
  static constexpr std::string_view kOpen = "{{", kClose = "}}";
  const std::string data = inert(json_text(json));
  std::string page;
  std::string_view rest = assets::kFrame;  // read once: replaced text is not searched again
  for (std::size_t open = rest.find(kOpen); open != std::string_view::npos; open = rest.find(kOpen)) {
    const std::size_t close = rest.find(kClose, open);
    page += rest.substr(0, open);
    append_content(rest.substr(open + kOpen.size(), close - open - kOpen.size()), kind, data, page);
    rest.remove_prefix(close + kClose.size());
  }
  return page.append(rest);
}

std::string page_of(const nlohmann::ordered_json& json) {
  return page_of({"TopoMorph report", "topomorph report FILE", assets::kScript}, json);
}

}  // namespace topomorph::report
