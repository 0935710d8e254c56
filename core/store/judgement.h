// Decides whether a new order is worth using again, from the times of its runs and of the launcher's order.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace topomorph::store {

/// Seconds in MPI, mean over the ranks, one number per run of the same computation.
struct Times {
  std::vector<double> launcher;  ///< in the launcher's order
  std::vector<double> reordered;
};

enum class Verdict {
  Reorder,  ///< nothing speaks against the new order
  Compare,  ///< the next run should use the launcher's order, of which too little is known
  Slower    ///< the new order takes longer and should not be used
};

struct Judgement {
  Verdict verdict = Verdict::Reorder;
  std::string why;  ///< the reason, which ": order kept" may follow; empty if there is none
};

/// Decides by a rule that assumes nothing of the noise:
/// * Two runs in the new order are taken on trust. If there is no run in the launcher's order then, one is made.
/// * While the median of the new order's times is at most `margin` percent above the launcher's, the new order stays.
/// * Otherwise runs in the order that has fewer are made until both have three. The new order is then slower if its
///   times are greater than (1 + margin) times the launcher's by the Mann-Whitney test at 5 % (exact, one-sided;
///   [Mann 1947]). With three runs each, all must be greater.
/// * If the test does not decide, up to eight runs of each are made. If it still does not, the difference is noise and
///   the new order stays.
Judgement judge(const Times& times, double margin_percent);

double median(std::vector<double> values);  ///< 0 if empty

/// Returns the probability that a rank sum at least as great as that of `greater` occurs by chance: the exact one-sided
/// Mann-Whitney test. Equal values count against it. Time: the square of the product of the sizes.
double chance_of_being_greater(std::span<const double> greater, std::span<const double> smaller);

}  // namespace topomorph::store
