// Compares the predicted times of orders: which are fastest, and what people are told of it.
#include "tools/command/order_comparison.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace topomorph::command {

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
