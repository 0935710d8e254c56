// What METIS and Scotch graphs share: every edge stands in the lists of both its ends.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/affinity/affinity.h"

namespace topomorph {

/// Collects the two halves of each edge and checks that they agree.
class UndirectedBuilder {
 public:
  UndirectedBuilder(std::string path, std::uint64_t roles) : path_(std::move(path)), line_of_(roles, 0) {}

  /// The list of `vertex` begins at this line.
  void begin_vertex(Role vertex, std::uint64_t line) { line_of_[vertex] = line; }
  /// `neighbour` stands in the list of `vertex`; both are below the number of roles and differ.
  void add(Role vertex, Role neighbour, std::uint64_t weight);
  std::uint64_t halves() const { return lower_.size() + upper_.size(); }

  /// Each edge once, from the lower to the higher role. Throws InputError, with the line, for an edge that stands in
  /// one list only, or twice, or with two weights.
  Affinity build();

 private:
  std::string path_;
  std::vector<std::uint64_t> line_of_;
  std::vector<Traffic> lower_, upper_;  // as seen from the lower and from the higher end
};

/// Whether the digit at this place, counted from the right, is 1; both formats say so what a vertex's list holds.
inline bool has_flag(std::string_view digits, std::size_t from_right) {
  return digits.size() > from_right && digits[digits.size() - 1 - from_right] == '1';
}

/// Both directions of `affinity` added up: sorted rows with every edge in the rows of both ends, without loops and
/// without edges of volume 0. Only the bytes are filled.
Affinity both_directions(const Affinity& affinity);

}  // namespace topomorph
