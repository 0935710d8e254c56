// Prints the measured values as text and JSON.
#include "tools/measure/report.h"

#include <algorithm>

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/topology/hosts/placement.h"

namespace topomorph::measure {

namespace {

constexpr double kMicro = 1e6, kMega = 1e-6;  // micro and mega, from seconds and bytes

/// The values of the pairs of one level, which were measured one after the other.
struct Values {
  std::vector<double> latencies, bandwidths;

  void add(double latency, double bandwidth) {
    latencies.push_back(latency);
    bandwidths.push_back(bandwidth);
  }
  evaluation::LinkCost slowest() const {
    return {*std::max_element(latencies.begin(), latencies.end()),
            *std::min_element(bandwidths.begin(), bandwidths.end())};
  }
};

std::vector<LevelRow> rows_inside(const topology::JobTopology& job, const std::vector<Finding>& findings) {
  std::vector<LevelRow> rows;
  for (std::size_t l = 1; l <= job.host_level; ++l) {
    Values values;
    for (const Finding& finding : findings) {
      if (finding.pair.level == l) values.add(finding.latency, finding.bandwidth);
    }
    if (values.latencies.empty()) continue;
    const std::string& name = job.tree.level(l).name;
    const evaluation::LinkCost slowest = values.slowest();
    rows.push_back({name.empty() ? fmt::format("level{}", l) : name,
                    values.latencies.size(),
                    {topology::median_of(values.latencies), topology::median_of(values.bandwidths)},
                    {},
                    slowest});
  }
  return rows;
}

std::vector<LevelRow> rows_between(const NetworkFindings& found) {
  std::vector<Values> values(found.network.levels.size());
  for (const HostFinding& pair : found.pairs)
    values[found.level_of(pair.first, pair.second)].add(pair.latency, pair.rate);
  std::vector<LevelRow> rows;
  for (std::size_t l = 0; l < values.size(); ++l) {
    const topology::MeasuredLevel& level = found.network.levels[l];
    const bool met = !values[l].latencies.empty();
    rows.push_back({level.name,
                    values[l].latencies.size(),
                    {level.latency, level.alone},
                    level.loaded,
                    met ? values[l].slowest() : evaluation::LinkCost{level.latency, level.alone}});
  }
  return rows;
}

/// Returns the names of the hosts in each group of a level of the network.
std::vector<std::vector<std::string>> groups_of(const topology::MeasuredNetwork& network, std::size_t level) {
  std::vector<std::vector<std::string>> groups;
  for (std::size_t host = 0; host < network.hosts.size(); ++host) {
    if (host == 0 || network.groups[level][host] != network.groups[level][host - 1]) groups.emplace_back();
    groups.back().push_back(network.hosts[host]);
  }
  return groups;
}

std::string groups_text(const topology::MeasuredNetwork& network) {
  constexpr std::size_t kMost = 16;  // hosts of a group that the text names
  std::string text;
  for (std::size_t l = 0; l < network.groups.size(); ++l) {
    for (const std::vector<std::string>& group : groups_of(network, l)) {
      const std::size_t shown = std::min(group.size(), kMost);
      text += fmt::format("{}: {}", network.levels[l].name,
                          fmt::join(group.begin(), group.begin() + static_cast<std::ptrdiff_t>(shown), " "));
      text += shown < group.size() ? fmt::format(" and {} more\n", group.size() - shown) : "\n";
    }
  }
  return text;
}

std::string pairs_text(const NetworkFindings& found) {
  std::string text =
      fmt::format("{:<16} {:<16} {:<12} {:>12} {:>16}\n", "host", "host", "level", "latency us", "bandwidth MB/s");
  for (const HostFinding& pair : found.pairs) {
    text += fmt::format("{:<16} {:<16} {:<12} {:>12.2f} {:>16.2f}\n", found.hosts[pair.first], found.hosts[pair.second],
                        found.network.levels[found.level_of(pair.first, pair.second)].name, pair.latency * kMicro,
                        pair.rate * kMega);
  }
  return text;
}

nlohmann::ordered_json json_of(const LevelRow& row) {
  nlohmann::ordered_json json = {{"name", row.name},
                                 {"pairs", row.pairs},
                                 {"latency_us", row.cost.latency * kMicro},
                                 {"bandwidth_mb_s", row.cost.bandwidth * kMega}};
  if (row.loaded) json["loaded_mb_s"] = *row.loaded * kMega;
  json["slowest_latency_us"] = row.slowest.latency * kMicro;
  json["slowest_bandwidth_mb_s"] = row.slowest.bandwidth * kMega;
  return json;
}

void add_network(nlohmann::ordered_json& json, const NetworkFindings& found) {
  json["hosts"] = found.hosts;
  json["groups"] = nlohmann::ordered_json::array();
  for (std::size_t l = 0; l < found.network.groups.size(); ++l)
    json["groups"].push_back({{"level", found.network.levels[l].name}, {"hosts", groups_of(found.network, l)}});
  json["pairs"] = nlohmann::ordered_json::array();
  for (const HostFinding& pair : found.pairs) {
    json["pairs"].push_back({{"hosts", {found.hosts[pair.first], found.hosts[pair.second]}},
                             {"latency_us", pair.latency * kMicro},
                             {"bandwidth_mb_s", pair.rate * kMega}});
  }
  json["notes"] = found.notes;
}

}  // namespace

Report make_report(const topology::JobTopology& job, const std::vector<Finding>& inside,
                   std::optional<NetworkFindings> network) {
  Report report{job.slot_of_process.size(), job.tree.describe(), rows_inside(job, inside), std::move(network), {}, {}};
  if (report.network) {
    for (LevelRow& row : rows_between(*report.network)) report.levels.push_back(std::move(row));
  }
  return report;
}

std::string as_text(const Report& report, bool with_pairs) {
  std::string text = fmt::format("{} processes: {}\n{:<12} {:>6} {:>12} {:>16} {:>16} {:>22} {:>20}\n",
                                 report.processes, report.topology, "level", "pairs", "latency us", "bandwidth MB/s",
                                 "under load MB/s", "slowest: latency us", "bandwidth MB/s");
  for (const LevelRow& row : report.levels) {
    text += fmt::format("{:<12} {:>6} {:>12.2f} {:>16.2f} {:>16} {:>22.2f} {:>20.2f}\n", row.name, row.pairs,
                        row.cost.latency * kMicro, row.cost.bandwidth * kMega,
                        row.loaded ? fmt::format("{:.2f}", *row.loaded * kMega) : "-", row.slowest.latency * kMicro,
                        row.slowest.bandwidth * kMega);
  }
  if (!report.network) return text;
  return text + groups_text(report.network->network) + (with_pairs ? pairs_text(*report.network) : "");
}

std::string as_json(const Report& report) {
  nlohmann::ordered_json json = {{"processes", report.processes}, {"topology", report.topology}};
  json["levels"] = nlohmann::ordered_json::array();
  for (const LevelRow& row : report.levels) json["levels"].push_back(json_of(row));
  if (report.network) add_network(json, *report.network);
  if (!report.declared_by.empty()) {
    json["told"] = report.declared_by;
    json["contradictions"] = report.contradictions;
  }
  return json_text(json) + "\n";
}

evaluation::LevelCosts level_costs(const Report& report) {
  evaluation::LevelCosts costs;
  for (const LevelRow& row : report.levels) costs.levels.push_back({row.name, row.cost});
  return costs;
}

}  // namespace topomorph::measure
