// What plans predict for a program with a number of ranks, for the runs that have no plan of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/accounting/heaviest.h"
#include "core/accounting/totals.h"

namespace topomorph::accounting {

/// Collects predictions, and the runs in the launcher's order that have none. Such a run is a program's first run, or
/// one that only counts (modes monitor and profile). It takes the mean of the predictions in the other records of the
/// same program with the same number of ranks, each record with the same weight, in whatever order the records come. A
/// plan whose order mode auto has dropped counts as a prediction of 0, and so does one that predicts a loss.
class Predictions {
 public:
  /// Bounds the memory as Heaviest does, by node-hours: of pairs of program and ranks, and of the waiting runs.
  explicit Predictions(std::size_t most) : predicted_(most), waiting_(most) {}

  /// `group` is a number for whom the runs are counted. An owner whose quota of cases is used up begins no more.
  void add(std::uint64_t group, const JobRecord& record);

  /// Calls use(group, runs, gain) for all runs that waited and have found a prediction.
  template <class Use>
  void each_found(Use use) const {
    for (const auto& [key, waiting] : waiting_) {
      const Predicted* const found = predicted_.find(std::string_view(key).substr(0, waiting.key_of_case));
      if (found != nullptr) use(waiting.group, waiting.runs, found->mean());
    }
  }

  /// Returns whether predictions or runs were given up, so that runs may lack a prediction although there was one.
  bool has_lost() const { return is_crowded_ || predicted_.has_lost() || waiting_.has_lost(); }

 private:
  struct Predicted {
    std::uint64_t records = 0;
    double gains = 0, node_hours = 0;
    Account* account = nullptr;  // in whose quota it is

    double weight() const { return node_hours; }
    double mean() const { return gains / static_cast<double>(records); }
  };

  struct Waiting {
    std::uint64_t group = 0;
    std::size_t key_of_case = 0;  // length of the part of the key that says program and ranks
    Runs runs;
    Account* account = nullptr;

    double weight() const { return runs.all.node_hours; }
  };

  void add_waiting(std::uint64_t group, const JobRecord& record);
  template <class Value>
  Value* value_of(Heaviest<Value>& values, Account* account);

  Heaviest<Predicted> predicted_;
  Heaviest<Waiting> waiting_;
  bool is_crowded_ = false;
  std::string key_;  // of the last record; keeps its memory
};

}  // namespace topomorph::accounting
