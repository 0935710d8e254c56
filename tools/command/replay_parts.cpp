// What the report of a replay consists of: times of processes, phases of the program, and the comparison of orders.
#include "tools/command/replay_parts.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tools/output/message.h"

namespace topomorph::command {

namespace {

using replay::ProcessTimes;

}  // namespace

std::size_t slowest_of(const std::vector<ProcessTimes>& processes) {
  return static_cast<std::size_t>(std::ranges::max_element(processes, {}, &ProcessTimes::end) - processes.begin());
}

ProcessTimes mean_of(const std::vector<ProcessTimes>& times, std::size_t processes) {
  ProcessTimes sum;
  for (const ProcessTimes& each : times) sum += each;
  return sum /= static_cast<double>(processes);
}

nlohmann::ordered_json parts_json(const ProcessTimes& times) {
  return {{"compute", times.compute},
          {"messages", times.messages},
          {"waiting", times.waiting},
          {"core_wait", times.core_wait},
          {"end", times.end}};
}

std::string parts_text(const ProcessTimes& times) {
  const auto percent = [&](double value) {
    return fmt::format("{:.1f} %", times.end > 0 ? 100 * value / times.end : 0);
  };
  return fmt::format("{:>9} {:>9} {:>9} {:>9}", percent(times.compute), percent(times.messages), percent(times.waiting),
                     percent(times.core_wait));
}

std::string parts_heading() {
  return fmt::format("{:>9} {:>9} {:>9} {:>9}", "compute", "messages", "waiting", "cores");
}

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

namespace {

using Orders = std::span<const PredictedOrder>;

double predicted_seconds(const PredictedOrder& order) { return order.result.seconds; }

/// Returns how much less `value` is than `reference`, as a part of it.
double less_than(double value, double reference) { return reference > 0 ? 1 - value / reference : 0; }

/// Returns "a", "a and b", "a, b and c".
std::string joined(const std::vector<const PredictedOrder*>& orders) {
  std::string text;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    if (i > 0) text += i + 1 < orders.size() ? ", " : " and ";
    text += orders[i]->name;
  }
  return text;
}

/// Returns a sentence on the order with the fewest bytes between hosts among those that gain no time; else nothing.
std::string bytes_without_gain(const PredictedOrder& first, const std::vector<const PredictedOrder*>& fastest) {
  const auto bytes = [](const PredictedOrder* order) { return order->bytes_between_hosts; };
  const PredictedOrder& fewest = **std::ranges::min_element(fastest, {}, bytes);
  const double less =
      less_than(static_cast<double>(fewest.bytes_between_hosts), static_cast<double>(first.bytes_between_hosts));
  if (less < kNoDifference) return "";
  return fmt::format(" {} moves {:.1f} % fewer bytes between hosts than {} and gains no time.", fewest.name,
                     std::floor(1000 * less) / 10, first.name);  // 100 % only if nothing is left
}

}  // namespace

std::vector<const PredictedOrder*> fastest_of(Orders orders) {
  const double least = predicted_seconds(*std::ranges::min_element(orders, {}, predicted_seconds));
  std::vector<const PredictedOrder*> fastest;
  for (const PredictedOrder& order : orders) {
    if (less_than(least, predicted_seconds(order)) < kNoDifference) fastest.push_back(&order);
  }
  return fastest;
}

std::string conclusion_of(Orders orders) {
  const PredictedOrder& first = orders.front();
  if (orders.size() == 1) return fmt::format("By {} the job takes {:.6g} s.", first.name, predicted_seconds(first));
  const auto fastest = fastest_of(orders);
  const bool first_is_fast = fastest.front() == &first;
  const std::string without_gain = first_is_fast ? bytes_without_gain(first, fastest) : "";
  if (fastest.size() == orders.size()) {
    return fmt::format("No difference: the times of {} differ by less than {:.0f} %.{}", joined(fastest),
                       100 * kNoDifference, without_gain);
  }
  const PredictedOrder& best =
      **std::ranges::min_element(fastest, {}, [](const auto* each) { return predicted_seconds(*each); });
  const PredictedOrder& other = first_is_fast ? *std::ranges::max_element(orders, {}, predicted_seconds) : first;
  return fmt::format("{} {} fastest{}: {:.1f} % less time than {}.{}", joined(fastest),
                     fastest.size() == 1 ? "is" : "are", fastest.size() == 1 ? "" : ", with no difference between them",
                     100 * less_than(predicted_seconds(best), predicted_seconds(other)), other.name, without_gain);
}

}  // namespace topomorph::command
