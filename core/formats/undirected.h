// What METIS and Scotch graphs share: every edge stands in the lists of both its ends.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::formats {

/// Collects the two halves of each edge and checks that they agree.
class UndirectedBuilder {
 public:
  explicit UndirectedBuilder(std::string path) : path_(std::move(path)) {}

  /// The list of the next vertex begins at this line. What a header claims takes no memory, only what the file has.
  void begin_vertex(std::uint64_t line) { line_of_.push_back(line); }
  /// `neighbour` stands in the list of `vertex`; they differ, and both are begun before build().
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

}  // namespace topomorph::formats
