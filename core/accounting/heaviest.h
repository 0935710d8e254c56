// Values by key in bounded memory: of too many keys, the heavy ones are kept.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace topomorph::accounting {

/// Keeps every key until there are 2 x `most`. Then it keeps the `most` whose values have the greatest weight() and
/// gives up the others: lossy counting [Manku 2002], with weights in place of occurrences. A key that comes again
/// starts anew. So each key whose values weigh more than lost_weight() in all is there.
template <class Value>
class Heaviest {
 public:
  explicit Heaviest(std::size_t most) : most_(most) {}

  /// Returns the value of the key, and whether it is new. Calls `lose` with each value that is given up for it.
  template <class Lose>
  std::pair<Value&, bool> at(std::string_view key, Lose lose) {
    const auto found = values_.find(key);
    if (found != values_.end()) return {found->second, false};
    if (values_.size() >= 2 * most_) prune(lose);
    return {values_.emplace(key, Value()).first->second, true};
  }

  /// Returns null for a key that is not there.
  Value* find(std::string_view key) {
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : &found->second;
  }
  const Value* find(std::string_view key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : &found->second;
  }

  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  auto begin() { return values_.begin(); }
  auto end() { return values_.end(); }
  std::size_t size() const { return values_.size(); }

  bool has_lost() const { return has_lost_; }  ///< whether a key was given up, if of no weight
  /// Returns the weight that no key lacks more than: the sum over all prunings of the heaviest value that was given up.
  double lost_weight() const { return lost_weight_; }

 private:
  /// Lets the map be searched by a view.
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view key) const { return std::hash<std::string_view>()(key); }
  };
  using Map = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;

  /// Which keys stay does not depend on the order of the map.
  template <class Lose>
  void prune(Lose lose) {
    std::vector<typename Map::iterator> sorted;
    sorted.reserve(values_.size());
    for (auto each = values_.begin(); each != values_.end(); ++each) sorted.push_back(each);
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
      const double weight_a = a->second.weight(), weight_b = b->second.weight();
      return weight_a != weight_b ? weight_a > weight_b : a->first < b->first;
    });
    has_lost_ = true;
    lost_weight_ += sorted[most_]->second.weight();
    for (std::size_t i = most_; i < sorted.size(); ++i) {
      lose(sorted[i]->second);
      values_.erase(sorted[i]);
    }
  }

  Map values_;
  std::size_t most_;
  bool has_lost_ = false;
  double lost_weight_ = 0;
};

}  // namespace topomorph::accounting
