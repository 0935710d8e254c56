// Whether a new order is worth using again, from what its runs and those in the launcher's order took.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace topomorph::store {

/// Seconds in MPI, mean over the ranks, of runs that did the same, one number a run.
struct Times {
  std::vector<double> launcher;  ///< in the launcher's order
  std::vector<double> reordered;
};

enum class Verdict {
  Reorder,  ///< nothing speaks against the new order
  Compare,  ///< the next run should be in the launcher's order: too little is known of it
  Slower    ///< the new order takes longer: not to be used
};

struct Judgement {
  Verdict verdict = Verdict::Reorder;
  std::string why;  ///< in words, behind which ": order kept" may stand; empty where there is nothing to say
};

/// The rule, for noise of which nothing is known:
/// * two runs in the new order are taken on trust; where then no run was in the launcher's order, one is made;
/// * while the median of the new order's times is at most `margin` percent above that of the launcher's, it stays;
/// * if it is above, runs in the order that has fewer are made until both have three; then the new order is slower if
///   its times are greater than (1 + margin) times the launcher's by the Mann-Whitney test at 5 % (exact, one-sided;
///   Mann, Whitney 1947): with three runs of each all must be. Up to eight runs of each may be asked for; where these
///   are not clear either, the difference is noise and the new order stays.
Judgement judge(const Times& times, double margin_percent);

double median(std::vector<double> values);  ///< 0 of none

/// How probable it is that a rank sum at least as great as that of `greater` comes by chance: the one-sided exact
/// Mann-Whitney test; equal values speak against it. Time: product of the sizes, squared.
double chance_of_being_greater(std::span<const double> greater, std::span<const double> smaller);

}  // namespace topomorph::store
