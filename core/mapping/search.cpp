// Runs the constructions and refinements of a plan on one instance.
#include "core/mapping/search.h"

#include <algorithm>

#include "core/mapping/components.h"
#include "core/mapping/lower_bound.h"

namespace topomorph::mapping {

void Pool::sort() { std::stable_sort(candidates.begin(), candidates.end()); }

namespace {

using Price = ConstructorEntry::Price;
using Quality = Construction::Quality;

class Constructions {
 public:
  Constructions(const Search& search, Pool& pool) : search_(search), pool_(pool) {}

  /// Returns whether the search is over.
  bool run() {
    const auto& starts = search_.plan.starts;
    for (std::size_t i = 0; i < starts.size() && !is_settled_;) {
      std::size_t end = i + 1;
      if (constructor_named(starts[i].constructor).runs_alongside) {
        while (end < starts.size() && constructor_named(starts[end].constructor).runs_alongside) ++end;
        run_alongside(std::span(starts).subspan(i, end - i));
      } else {
        for (std::uint64_t number = 0; number < starts[i].count && !is_settled_; ++number) run_one(starts[i], number);
      }
      i = end;
    }
    return is_settled_;
  }

 private:
  bool is_due(const ConstructorEntry& entry) const {
    if (entry.price == Price::Free || pool_.candidates.empty()) return true;
    return !search_.is_over() && !(entry.price == Price::Long && pool_.is_tight);
  }

  void run_one(const Start& start, std::uint64_t number) {
    const ConstructorEntry& entry = constructor_named(start.constructor);
    if (!is_due(entry)) return;
    if (auto found = entry.constructor.construct(search_, number)) add(entry, *std::move(found));
  }

  void run_alongside(std::span<const Start> starts) {
    if (!is_due(constructor_named(starts.front().constructor))) return;
    std::vector<std::optional<Construction>> found(starts.size());
    search_.workers.for_each(starts.size(), [&](std::size_t i, std::size_t) {
      found[i] = constructor_named(starts[i].constructor).constructor.construct(search_, 0);
    });
    for (std::size_t i = 0; i < starts.size(); ++i) {
      if (found[i]) add(constructor_named(starts[i].constructor), *std::move(found[i]));
    }
  }

  void add(const ConstructorEntry& entry, Construction found) {
    Candidate candidate = search_.instance.candidate_of(std::move(found.slot_of));
    const bool meets_bound = entry.price != Price::Long && candidate.cost <= pool_.lower_bound;
    is_settled_ = found.quality == Quality::Optimal || meets_bound;
    pool_.is_tight |= found.quality != Quality::Ordinary;
    if (is_settled_) pool_.candidates.clear();
    pool_.candidates.push_back(std::move(candidate));
  }

  const Search& search_;
  Pool& pool_;
  bool is_settled_ = false;
};

/// Drops bad candidates: refining them takes longest, and they do not win.
void keep_promising(const SearchPlan& plan, Pool& pool) {
  pool.sort();
  const double limit = static_cast<double>(pool.best().cost) * plan.promising;
  const auto is_bad = [limit](const Candidate& candidate) { return static_cast<double>(candidate.cost) > limit; };
  auto& candidates = pool.candidates;
  candidates.erase(std::find_if(candidates.begin(), candidates.end(), is_bad), candidates.end());
  candidates.resize(std::min(candidates.size(), plan.refined));
}

}  // namespace

Pool run_search(const Search& search) {
  Pool pool;
  pool.lower_bound = lower_bound(search.instance);
  if (Constructions(search, pool).run()) return pool;
  if (search.plan.promising > 0) keep_promising(search.plan, pool);
  for (const std::string_view name : search.plan.refiners) refiner_named(name).refine(search, pool);
  return pool;
}

}  // namespace topomorph::mapping
