// Prints the results of a simulation.
#include "tools/command/simulation_report.h"

#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"

namespace topomorph::command {

namespace {

constexpr double kHour = 3600, kDay = 24 * kHour;

/// Returns 1 without a baseline.
double relative(double value, double baseline) { return baseline > 0 ? value / baseline : 1; }

std::string left_out(const workload::JobSelection& selection) {
  std::string text;
  const auto add = [&](std::uint64_t count, const char* why) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "; left out: " : ", ", count, why);
  };
  add(selection.without_size_or_time, "of unknown size or time");
  add(selection.parts, "parts of other jobs");
  add(selection.too_large, "larger than the machine");
  add(selection.too_late, "after the last day");
  return text;
}

std::string simulated_row(const SimulationReport& report, const workload::Simulated& one) {
  const workload::Totals &totals = one.totals, &base = report.baseline.totals;
  return fmt::format("{:<10} {:<14} {:>12.1f} {:>8.3f} {:>11.3g} {:>8.3f} {:>10.0f} {:>7.1f} %\n", one.allocator,
                     one.algorithm, totals.run_seconds / kHour, relative(totals.run_seconds, base.run_seconds),
                     totals.hop_bytes, relative(totals.hop_bytes, base.hop_bytes), totals.mean_wait,
                     100 * totals.utilisation);
}

/// Returns, for each application, the number and mean hop-bytes of its jobs on several hosts.
nlohmann::ordered_json by_application(const SimulationReport& report, const workload::Simulated& one) {
  std::map<std::size_t, std::pair<std::uint64_t, double>> sums;
  const auto& jobs = report.selection.jobs;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (jobs[i].hosts < 2) continue;
    auto& [count, sum] = sums[jobs[i].application];
    ++count;
    sum += one.results[i].hop_bytes;
  }
  auto list = nlohmann::ordered_json::array();
  for (const auto& [index, sum] : sums) {
    const workload::Application& application = report.applications.at(index);
    list.push_back({{"name", application.name},
                    {"ranks", application.ranks},
                    {"hosts", application.groups.roles()},
                    {"jobs", sum.first},
                    {"mean_hop_bytes", sum.second / static_cast<double>(sum.first)}});
  }
  return list;
}

nlohmann::ordered_json simulated_json(const SimulationReport& report, const workload::Simulated& one) {
  const workload::Totals &totals = one.totals, &base = report.baseline.totals;
  return {{"allocator", one.allocator},
          {"algorithm", one.algorithm},
          {"run_seconds", totals.run_seconds},
          {"relative_run_time", relative(totals.run_seconds, base.run_seconds)},
          {"network_share", totals.run_seconds > 0 ? 1 - totals.base_seconds / totals.run_seconds : 0},
          {"host_seconds", totals.host_seconds},
          {"hop_bytes", totals.hop_bytes},
          {"relative_hop_bytes", relative(totals.hop_bytes, base.hop_bytes)},
          {"mean_wait", totals.mean_wait},
          {"utilisation", totals.utilisation},
          {"makespan", totals.makespan},
          {"applications", by_application(report, one)}};
}

}  // namespace

std::string as_text(const SimulationReport& report) {
  const auto& jobs = report.selection.jobs;
  const workload::Totals& base = report.baseline.totals;
  std::string text =
      fmt::format("{} jobs in {:.1f} days, {} of them on several hosts: {} hosts of {} slots, {}{}\n", jobs.size(),
                  (jobs.back().submit - jobs.front().submit) / kDay, base.on_several_hosts, report.network.slots(),
                  report.slots_per_node, report.network.describe(), left_out(report.selection));
  text += fmt::format("{:<10} {:<14} {:>12} {:>8} {:>11} {:>8} {:>10} {:>9}\n", "allocator", "algorithm", "run time, h",
                      "relative", "hop-bytes", "relative", "wait, s", "busy");
  for (const workload::Simulated& one : report.results) text += simulated_row(report, one);
  return text;
}

std::string as_json(const SimulationReport& report) {
  const workload::JobSelection& selection = report.selection;
  nlohmann::ordered_json json;
  json["network"] = report.network.describe();
  json["hosts"] = report.network.slots();
  json["slots_per_node"] = report.slots_per_node;
  json["jobs"] = selection.jobs.size();
  json["on_several_hosts"] = report.baseline.totals.on_several_hosts;
  json["left_out"] = {{"without_size_or_time", selection.without_size_or_time},
                      {"parts", selection.parts},
                      {"too_large", selection.too_large},
                      {"too_late", selection.too_late}};
  json["baseline"] = {{"allocator", report.baseline.allocator}, {"algorithm", report.baseline.algorithm}};
  json["results"] = nlohmann::ordered_json::array();
  for (const workload::Simulated& one : report.results) json["results"].push_back(simulated_json(report, one));
  return json_text(json) + "\n";
}

}  // namespace topomorph::command
