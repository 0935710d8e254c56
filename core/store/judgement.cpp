// Chooses the order of the next run.
#include "core/store/judgement.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "core/base/median.h"
#include "core/base/text.h"

namespace topomorph::store {
namespace {

constexpr std::size_t kMostOrders = 3, kTrusted = 2, kEnough = 3, kMost = 8;
constexpr double kUnlikely = 0.05 + 1e-9;  // three runs against three give exactly 1/20

using Orders = std::vector<const OrderTimes*>;

double typical(const OrderTimes* order) { return median(order->seconds); }
std::size_t runs_of(const OrderTimes* order) { return order->seconds.size(); }
bool is_launchers(const OrderTimes* order) { return order->order == kLauncher; }
bool moves_topologies(const OrderTimes* order) { return !order->world.empty(); }
std::string world_of(const OrderTimes& order) { return order.world.empty() ? order.order : order.world; }

/// Returns "1.34 s in MPI against 1.1 s (3 and 4 runs)".
std::string comparison(const OrderTimes& order, const OrderTimes& launcher) {
  return fmt::format("{:.3g} s in MPI against {:.3g} s ({} and {})", typical(&order), typical(&launcher),
                     runs_of(&order), counted(runs_of(&launcher), "run"));
}

/// Returns how far above the least time a median of so many runs may be to count as close, in margins.
double margins_for(std::size_t runs) {
  static constexpr double kMargins[] = {5, 2, 1};
  return kMargins[std::min<std::size_t>(runs, kEnough) - 1];
}

/// Returns the orders that are close to the best, which is the first; of equal ones the launcher's is, and then one
/// that moves no virtual topology.
Orders close_orders(std::span<const OrderTimes> known, double margin_percent) {
  Orders orders;
  for (const OrderTimes& order : known) orders.push_back(&order);
  std::ranges::stable_sort(orders, {}, [](const auto* order) {
    return std::tuple(typical(order), !is_launchers(order), moves_topologies(order));
  });
  const double least = typical(orders.front());
  std::erase_if(orders, [&](const auto* order) {
    return typical(order) > least + margins_for(runs_of(order)) * (least * margin_percent / 100 + kUnseen);
  });
  return orders;
}

Choice choice_of(const OrderTimes& order, Reason reason, const std::string& why = "") {
  return {order.order, world_of(order), false, reason, why};
}

/// `close` has a new order if `order` is the launcher's.
Choice to_compare(const OrderTimes& order, const Orders& close) {
  Choice choice = choice_of(order, Reason::Compare);
  const auto other = std::ranges::find_if_not(close, is_launchers);
  if (is_launchers(&order) && other != close.end())
    choice.why = "this run is to compare with, the orders are close: " + comparison(**other, order);
  return choice;
}

/// Compares two orders of which enough runs are known: whether the one that seems to take less time does. Nothing as
/// long as that takes more runs.
std::optional<bool> is_faster(const OrderTimes& best, const OrderTimes& rival) {
  if (chance_of_being_greater(rival.seconds, best.seconds) <= kUnlikely) return true;
  if (std::min(runs_of(&best), runs_of(&rival)) < kMost) return std::nullopt;
  return false;
}

/// Chooses between the launcher's order and one that seems to take less time.
Choice against_launcher(const Orders& close, const OrderTimes& launcher) {
  const OrderTimes& best = *close.front();
  const auto faster = is_faster(best, launcher);
  if (!faster) return to_compare(runs_of(&best) <= runs_of(&launcher) ? best : launcher, close);
  return *faster ? choice_of(best, Reason::Fastest)
                 : choice_of(launcher, Reason::Nothing, "the new order brings nothing: " + comparison(best, launcher));
}

/// Returns the order of `close` that only moves less than the best; null if there is none, or if it is the launcher's,
/// with which every new order is compared.
const OrderTimes* order_without_moves(const Orders& close) {
  const std::string& world = close.front()->world;
  const auto found = std::ranges::find(close, world, &OrderTimes::order);
  return found == close.end() || is_launchers(*found) ? nullptr : *found;
}

/// Returns the choice if the launcher's order is the best, with the best of the others as the reason.
Choice launcher_is_best(std::span<const OrderTimes> known, const Orders& close) {
  const OrderTimes& launcher = *close.front();
  const OrderTimes* other = nullptr;
  for (const OrderTimes& order : known) {
    if (!is_launchers(&order) && (other == nullptr || typical(&order) < typical(other))) other = &order;
  }
  if (other == nullptr) return choice_of(launcher, Reason::Fastest);
  const bool is_close = std::ranges::find(close, other) != close.end();
  return choice_of(
      launcher, is_close ? Reason::Nothing : Reason::Slower,
      (is_close ? "the new order brings nothing: " : "the new order was slower: ") + comparison(*other, launcher));
}

Choice choose_among(std::span<const OrderTimes> known, const OrderTimes* launcher, double margin_percent);

/// Chooses as if the best order, which brings nothing, were not known.
Choice choose_without(const OrderTimes& best, std::span<const OrderTimes> known, double margin_percent) {
  std::vector<OrderTimes> others(known.begin(), known.end());
  std::erase_if(others, [&](const OrderTimes& order) { return order.order == best.order; });
  const auto launcher = std::ranges::find(others, kLauncher, &OrderTimes::order);
  return choose_among(others, launcher == others.end() ? nullptr : &*launcher, margin_percent);
}

Choice choose_among(std::span<const OrderTimes> known, const OrderTimes* launcher, double margin_percent) {
  const Orders close = close_orders(known, margin_percent);
  const OrderTimes& best = *close.front();
  if (close.size() > 1) {
    const OrderTimes& fewest = **std::ranges::min_element(  // the new orders first, whose prediction is good
        close, {}, [](const auto* order) { return std::tuple(runs_of(order), is_launchers(order), typical(order)); });
    if (runs_of(&fewest) < kEnough) return to_compare(fewest, close);
  }
  if (is_launchers(&best)) return launcher_is_best(known, close);
  if (const OrderTimes* const fewer_moves = order_without_moves(close)) {
    const auto faster = is_faster(best, *fewer_moves);
    if (!faster) return to_compare(runs_of(&best) <= runs_of(fewer_moves) ? best : *fewer_moves, close);
    if (!*faster) return choose_without(best, known, margin_percent);
  }
  if (std::ranges::any_of(close, is_launchers)) return against_launcher(close, *launcher);
  return choice_of(best, Reason::Fastest);
}

}  // namespace

double chance_of_being_greater(std::span<const double> greater, std::span<const double> smaller) {
  std::size_t wins = 0;  // U of Mann and Whitney
  for (const double a : greater) {
    wins += static_cast<std::size_t>(std::count_if(smaller.begin(), smaller.end(), [a](double b) { return a > b; }));
  }
  // ways[i][u] counts the orders of i greater and j smaller values in which U is u. The last value of an order is a
  // smaller one, which adds 0 to U, or a greater one, which adds j.
  const std::size_t n = greater.size(), m = smaller.size();
  std::vector<std::vector<double>> ways(n + 1, std::vector<double>(n * m + 1, 0));
  for (auto& row : ways) row[0] = 1;
  for (std::size_t j = 1; j <= m; ++j) {
    for (std::size_t i = 1; i <= n; ++i) {
      for (std::size_t u = j; u <= n * m; ++u) ways[i][u] += ways[i - 1][u - j];
    }
  }
  double all = 0, tail = 0;
  for (std::size_t u = 0; u <= n * m; ++u) {
    all += ways[n][u];
    if (u >= wins) tail += ways[n][u];
  }
  return tail / all;
}

std::optional<double> prediction_error(std::span<const OrderTimes> known) {
  constexpr double kShort = 5 * kUnseen;
  const auto launcher = std::ranges::find(known, kLauncher, &OrderTimes::order);
  if (launcher == known.end() || typical(&*launcher) < kShort) return std::nullopt;
  double sum = 0, orders = 0;
  for (const OrderTimes& order : known) {
    const double measured = (typical(&order) - order.starting) / typical(&*launcher);
    if (is_launchers(&order) || order.predicted <= 0 || measured <= 0) continue;
    sum += std::abs(order.predicted / measured - 1);
    ++orders;
  }
  return orders > 0 ? std::optional(sum / orders) : std::nullopt;
}

Choice choose(std::span<const OrderTimes> known, double margin_percent) {
  if (known.empty()) return {"", "", true, Reason::Predicted, ""};
  const auto found = std::ranges::find(known, kLauncher, &OrderTimes::order);
  const OrderTimes* const launcher = found == known.end() ? nullptr : &*found;
  std::size_t all = 0;
  for (const OrderTimes& order : known) all += runs_of(&order);
  if (launcher == nullptr && all >= kTrusted) {
    return {kLauncher, kLauncher, false, Reason::Compare,
            "this run is to compare with, no run in the launcher's order is known here"};
  }
  Choice choice = choose_among(known, launcher, margin_percent);
  const auto has_enough = [](const OrderTimes& order) { return runs_of(&order) >= kEnough; };
  const auto moves_more = [](const OrderTimes& order) { return moves_topologies(&order); };
  const auto worlds = known.size() - static_cast<std::size_t>(std::ranges::count_if(known, moves_more));
  choice.explore = choice.order == choice.world && worlds < kMostOrders && std::ranges::none_of(known, has_enough);
  return choice;
}

}  // namespace topomorph::store
