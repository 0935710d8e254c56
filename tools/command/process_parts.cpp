// What processes of a replay spend their time on: the one that ends last, the mean, and as JSON.
#include "tools/command/process_parts.h"

#include <algorithm>

#include <fmt/format.h>

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

}  // namespace topomorph::command
