// A table with a number for every link of a network.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/model/routing.h"

namespace topomorph::inline model {

/// Every number starts as Number{}. Small networks use an array. Networks with many links, most of which are never
/// accessed, use a hash table of the accessed ones.
template <typename Number>
class LinkTable {
 public:
  explicit LinkTable(std::uint64_t links) : all_(links <= kMostInArray ? links : 0, Number{}) {}

  Number& operator[](Link link) { return all_.empty() ? some_[link] : all_[link]; }

  /// Calls visit(link, number) for all links of an array, or for the accessed links of a hash table, in no defined
  /// order.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (Link link = 0; link < all_.size(); ++link) visit(link, all_[link]);
    for (const auto& [link, number] : some_) visit(link, number);
  }

 private:
  static constexpr std::uint64_t kMostInArray = (std::uint64_t{1} << 27) / sizeof(Number);

  std::vector<Number> all_;
  std::unordered_map<Link, Number> some_;
};

}  // namespace topomorph::inline model
