// The phases of the program in predicted orders, as a table and as JSON.
#include "tools/command/phase_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "tools/command/process_parts.h"
#include "tools/output/message.h"

namespace topomorph::command {

namespace {

using Json = nlohmann::ordered_json;
using replay::ProcessTimes;

/// Returns the times in a phase of the processes that reach it.
std::vector<ProcessTimes> times_in_phase(const PredictedOrder& order, std::size_t phase) {
  std::vector<ProcessTimes> times;
  for (const auto& process : order.result.phases) {
    if (phase < process.size()) times.push_back(process[phase]);
  }
  return times;
}

ProcessTimes of_slowest(const PredictedOrder& order, std::size_t phase) {
  const auto& phases = order.result.phases[slowest_of(order.result.processes)];
  return phase < phases.size() ? phases[phase] : ProcessTimes{};
}

/// Returns the phases in which some process spends time.
std::vector<std::size_t> phases_of(const PredictedOrder& order, std::size_t phases) {
  std::vector<std::size_t> used;
  for (std::size_t phase = 0; phase < phases; ++phase) {
    const std::vector<ProcessTimes> times = times_in_phase(order, phase);
    if (std::ranges::any_of(times, [](const ProcessTimes& each) { return each.end > 0; })) used.push_back(phase);
  }
  return used;
}

}  // namespace

std::string phases_text(const std::vector<PredictedOrder>& orders, const std::vector<std::string>& names) {
  const std::vector<std::size_t> phases = phases_of(orders.front(), names.size());
  if (phases.size() < 2) return "";
  std::size_t width = 5, order_width = 5;
  for (const std::size_t phase : phases) width = std::max(width, output::for_terminal(names[phase]).size());
  for (const PredictedOrder& order : orders) order_width = std::max(order_width, order.name.size());
  std::string text =
      fmt::format("\n{:<{}}  {:<{}} {:>11} {}\n", "phase", width, "order", order_width, "seconds", parts_heading());
  for (const std::size_t phase : phases) {
    for (const PredictedOrder& order : orders) {
      const ProcessTimes times = of_slowest(order, phase);
      text += fmt::format("{:<{}}  {:<{}} {:>11.6g} {}\n", output::for_terminal(names[phase]), width, order.name,
                          order_width, times.end, parts_text(times));
    }
  }
  return text;
}

Json phases_json(const PredictedOrder& order, const std::vector<std::string>& names) {
  Json json = Json::array();
  const std::vector<std::size_t> phases = phases_of(order, names.size());
  if (phases.size() < 2) return json;
  for (const std::size_t phase : phases) {
    const std::vector<ProcessTimes> times = times_in_phase(order, phase);
    json.push_back({{"phase", names[phase]},
                    {"slowest", parts_json(of_slowest(order, phase))},
                    {"mean", parts_json(mean_of(times, order.result.processes.size()))},
                    {"most", std::ranges::max_element(times, {}, &ProcessTimes::end)->end}});
  }
  return json;
}

}  // namespace topomorph::command
