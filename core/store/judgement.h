// Chooses the order of the next run from the times that runs in each order took.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace topomorph::store {

/// The name of the launcher's order. Other orders have the name of the cost model that they were made for. An order of
/// MPI_COMM_WORLD with which ranks of virtual topologies are moved too is another order.
inline constexpr const char* kLauncher = "launcher";

/// Seconds that no order makes: differences of starting processes, and of what else the machine does.
inline constexpr double kUnseen = 0.2;

/// The runs of the same computation in one order; at least one.
struct OrderTimes {
  std::string order;
  std::vector<double> seconds;  ///< in MPI, mean over the ranks, with `starting`; one number per run
  double predicted = 0;         ///< time in MPI divided by that in the launcher's order; 0: not known
  double starting = 0;          ///< what a run took to recall and to make the order, mean; 0 for the launcher's order
  /// The order of MPI_COMM_WORLD, where ranks of virtual topologies are moved too; empty: no others are moved.
  std::string world = {};
};

/// Returns by what part of the measured ratios the predicted ones were wrong, mean over the new orders; nothing without
/// a prediction, without a run in the launcher's order, and for runs so short that other things make the difference.
std::optional<double> prediction_error(std::span<const OrderTimes> known);

enum class Reason {
  Predicted,  ///< no order is known
  Fastest,    ///< it was the fastest
  Compare,    ///< too little is known of this order
  Slower,     ///< the launcher's order: the others were slower
  Nothing     ///< the launcher's order: the others bring nothing
};

struct Choice {
  std::string order;     ///< empty: no order is known
  std::string world;     ///< the order of MPI_COMM_WORLD in it
  bool explore = false;  ///< an order that was not used yet may be used instead, if its prediction is good
  Reason reason = Reason::Predicted;
  std::string why;  ///< of the launcher's order: a sentence that ": order kept" may follow
};

/// Chooses by rules that assume nothing of the noise:
/// * At most three orders of MPI_COMM_WORLD are tried, the launcher's among them, and none after three runs in one
///   order. Without a run in the launcher's order, the third run is one.
/// * The order with the least median is the best. Another is close to it if its median is at most `margin_percent`
///   and 0.2 s above; after two runs twice, after one run five times as much, because one run may be slow for many
///   reasons. Orders that are not close are not used again, unless the best becomes slower.
/// * Close orders are used in turn, the new ones first, until each has three runs. If the launcher's is one of them,
///   the best must take less time by the Mann-Whitney test at 5 % (exact, one-sided; [Mann 1947]); with three runs
///   each, all must be less. If the test does not decide after eight runs of both, the new order brings nothing and is
///   dropped.
/// * An order that moves ranks of virtual topologies too must pass the same test against the same order of
///   MPI_COMM_WORLD without that, if this one is close.
Choice choose(std::span<const OrderTimes> known, double margin_percent);

/// Returns the probability that a rank sum at least as great as that of `greater` occurs by chance: the exact one-sided
/// Mann-Whitney test. Equal values count against it. Time: the square of the product of the sizes.
double chance_of_being_greater(std::span<const double> greater, std::span<const double> smaller);

}  // namespace topomorph::store
