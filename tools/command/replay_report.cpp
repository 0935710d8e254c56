// The results of replays, as a table and as JSON.
#include "tools/command/replay_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/base/text.h"
#include "tools/command/replay_parts.h"

namespace topomorph::command {

namespace {

using Json = nlohmann::ordered_json;
using replay::LinkUse;
using replay::ProcessTimes;

/// Returns 0 of nothing.
double ratio(double value, double whole) { return whole > 0 ? value / whole : 0; }

double share_of(const LinkUse& link, const PredictedOrder& order) {
  return std::min(ratio(link.busy, order.result.seconds), 1.0);
}

/// Returns null if no link carried anything.
const LinkUse* busiest_of(const PredictedOrder& order) {
  const auto busiest = std::ranges::max_element(order.result.links, {}, &LinkUse::busy);
  return busiest == order.result.links.end() ? nullptr : &*busiest;
}

double ratio_of(const PredictedOrder& order, const ReplayReport& report) {
  const double first = report.orders.front().result.seconds;
  return first > 0 ? order.result.seconds / first : 1;
}

std::string order_row(const PredictedOrder& order, const ReplayReport& report, std::size_t width) {
  const ProcessTimes& slowest = order.result.processes[slowest_of(order.result.processes)];
  const LinkUse* busiest = busiest_of(order);
  const std::string link = busiest == nullptr
                               ? "-"
                               : fmt::format("{}, {:.0f} % busy", report.platform.routing->name(busiest->link),
                                             100 * share_of(*busiest, order));
  return fmt::format("{:<{}} {:>11.6g} {:>7.3f} {} {:>14}  {}\n", order.name, width, order.result.seconds,
                     ratio_of(order, report), parts_text(slowest), volume_text(order.bytes_between_hosts), link);
}

constexpr double kMicro = 1e6;

std::uint64_t burst_of(const replay::Platform& platform) { return static_cast<std::uint64_t>(platform.burst.bytes); }

std::string limits_of(const ReplayReport& report) {
  static constexpr const char* kAsZero = "processor time of messages and bursts of links count as 0 (docs/predict.md).";
  const replay::Platform& platform = report.platform;
  if (report.aim.cost.costs.assumed) return fmt::format("Not calibrated: assumed costs of the network; {}\n", kAsZero);
  if (report.aim.cost.network.empty()) return fmt::format("Costs of the network as given; {}\n", kAsZero);
  const replay::MessageWork &far = platform.between_hosts, &near = platform.inside_host;
  return fmt::format(
      "Costs of the network as a job has measured them: a send takes {:.3g} us and a receive {:.3g} us of processor "
      "time between hosts, {:.3g} us and {:.3g} us inside; {}.\n",
      far.send * kMicro, far.receive * kMicro, near.send * kMicro, near.receive * kMicro,
      platform.burst.bytes > 0 ? fmt::format("links pass bursts of {}", volume_text(burst_of(platform)))
                               : "no burst of links was seen");
}

/// Returns a line about how the seconds agree with the run that they are of; empty if they are not calibrated.
std::string calibration_of(const ReplayReport& report) {
  if (!report.aim.calibration) return "";
  const planning::Calibration& run = *report.aim.calibration;
  return fmt::format(
      "The run took {:.3g} s, {:.3g} s of them in MPI; replayed {:.3g} s and {:.3g} s, with {:.2g} times the processor "
      "time of messages and {:.2g} times that of links. {}\n",
      run.measured.seconds, run.measured.in_mpi, run.replayed.seconds, run.replayed.in_mpi, run.work, run.slowness,
      run.explains() ? fmt::format("The error is {:.0f} %.", 100 * run.error())
                     : "The replay does not explain the run: believe the ratios at most.");
}

/// Returns a line about a window; empty for a whole trace.
std::string window_of(const ReplayReport& report) {
  if (report.recorded_part >= 1) return "";
  return fmt::format("The trace is a window: the first {:.2g} % of the steps. The seconds are those of this part.\n",
                     100 * report.recorded_part);
}

/// Seconds of processor time.
Json work_json(const replay::Platform& platform) {
  const auto work = [](const replay::MessageWork& message) {
    return Json{{"send", message.send}, {"receive", message.receive}};
  };
  return {{"between_hosts", work(platform.between_hosts)}, {"inside_host", work(platform.inside_host)}};
}

Json link_json(const LinkUse& link, const PredictedOrder& order, const ReplayReport& report) {
  return {{"name", report.platform.routing->name(link.link)},
          {"bytes", link.bytes},
          {"busy", link.busy},
          {"share", share_of(link, order)}};
}

Json order_json(const PredictedOrder& order, const ReplayReport& report) {
  const std::size_t slowest = slowest_of(order.result.processes);
  Json json = {{"order", order.name},
               {"model", order.model.empty() ? Json(nullptr) : Json(order.model)},
               {"seconds", order.result.seconds},
               {"ratio", ratio_of(order, report)},
               {"bytes_between_hosts", order.bytes_between_hosts},
               {"slowest", {{"process", slowest}}},
               {"mean", parts_json(mean_of(order.result.processes, order.result.processes.size()))},
               {"busiest_link", nullptr},
               {"links", Json::array()},
               {"processes", Json::array()},
               {"mapping", order.mapping}};
  json["slowest"].update(parts_json(order.result.processes[slowest]));
  if (const LinkUse* busiest = busiest_of(order)) json["busiest_link"] = link_json(*busiest, order, report);
  for (const LinkUse& link : order.result.links) json["links"].push_back(link_json(link, order, report));
  for (const ProcessTimes& process : order.result.processes) json["processes"].push_back(parts_json(process));
  json["phases"] = phases_json(order, report.phases);
  return json;
}

}  // namespace

std::string as_text(const ReplayReport& report) {
  const replay::Result& first = report.orders.front().result;
  std::size_t width = 10;
  for (const PredictedOrder& order : report.orders) width = std::max(width, order.name.size());
  std::string text = fmt::format("{}, {}, on {}, {} network\n\n", counted(first.processes.size(), "process"),
                                 counted(first.messages, "message"), with_article(report.topology.describe()),
                                 evaluation::source_of_costs(report.aim.cost));
  text += fmt::format("{:<{}} {:>11} {:>7} {} {:>14}  {}\n", "order", width, "seconds", "ratio", parts_heading(),
                      "between hosts", "busiest link");
  for (const PredictedOrder& order : report.orders) text += order_row(order, report, width);
  text += phases_text(report.orders, report.phases);
  return text + "\n" + conclusion_of(report.orders) + "\n" + window_of(report) + calibration_of(report) +
         limits_of(report);
}

namespace {

Json calibration_json(const planning::Calibration& run) {
  const auto times = [](const planning::MeasuredTimes& of) {
    return Json{{"seconds", of.seconds}, {"in_mpi", of.in_mpi}};
  };
  return {{"work", run.work},
          {"slowness", run.slowness},
          {"measured", times(run.measured)},
          {"replayed", times(run.replayed)},
          {"error", run.error()},
          {"explains", run.explains()}};
}

std::size_t hosts_in_first_pool(const replay::Platform& platform) {
  const std::vector<std::uint32_t>& pools = platform.pool_of_host;
  return pools.empty() ? 1 : static_cast<std::size_t>(std::ranges::count(pools, pools.front()));
}

}  // namespace

std::string as_json(const ReplayReport& report) {
  const replay::Result& first = report.orders.front().result;
  const auto& hosts = report.platform.host_of;
  Json json = {{"processes", first.processes.size()},
               {"messages", first.messages},
               {"recorded_part", report.recorded_part},
               {"topology", report.topology.describe()},
               {"hosts", hosts.empty() ? 0 : *std::ranges::max_element(hosts) + 1},
               {"network", evaluation::source_of_costs(report.aim.cost)},
               {"message_work", work_json(report.platform)},
               {"burst_bytes", burst_of(report.platform)},
               {"flops", report.flops_per_second},
               {"eager_limit", report.platform.eager_limit},
               {"cores", nullptr},
               {"hosts_sharing_cores", hosts_in_first_pool(report.platform)},
               {"calibration", nullptr},
               {"orders", Json::array()},
               {"fastest", Json::array()},
               {"conclusion", conclusion_of(report.orders)}};
  if (report.aim.calibration) json["calibration"] = calibration_json(*report.aim.calibration);
  if (!report.platform.cores.empty()) json["cores"] = report.platform.cores.front();
  for (const PredictedOrder& order : report.orders) json["orders"].push_back(order_json(order, report));
  for (const PredictedOrder* order : fastest_of(report.orders)) json["fastest"].push_back(order->name);
  return json_text(json) + "\n";
}

}  // namespace topomorph::command
