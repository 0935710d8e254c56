// The readers and writers behind affinity_formats() (affinity_file.h), and what they share: parsers of words,
// undirected graphs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/line_reader.h"
#include "core/model/affinity.h"

namespace topomorph::formats {

/// Parse `word`, or throw InputError at the reader's line; `what` names the expected value.
std::uint64_t count_or_fail(const LineReader& reader, std::string_view word, const char* what);
std::uint64_t volume_or_fail(const LineReader& reader, std::string_view word);

/// Parses a count from 1 to kMaxRoles, or throws InputError.
std::uint64_t roles_or_fail(const LineReader& reader, std::string_view word);

/// Calls from_traffic and adds the file's name to its errors.
Affinity build_affinity(const std::string& path, std::uint64_t roles, std::vector<Traffic> traffic);

/// Collects both halves of each edge and checks that they agree.
class UndirectedBuilder {
 public:
  explicit UndirectedBuilder(std::string path) : path_(std::move(path)) {}

  /// Makes room for so many edges.
  void reserve(std::uint64_t edges) {
    lower_.reserve(edges);
    upper_.reserve(edges);
  }

  /// Begins the list of the next vertex, at this line of the file. Memory grows with the file's content, not with the
  /// size that its header claims.
  void begin_vertex(std::uint64_t line) { line_of_.push_back(line); }
  /// Adds `neighbour` from the list of `vertex`. The two differ, and both lists have begun when build() is called.
  void add(Role vertex, Role neighbour, std::uint64_t weight);
  std::uint64_t halves() const { return lower_.size() + upper_.size(); }

  /// Returns each edge once, from the lower to the higher role. Throws InputError with the line for an edge that is in
  /// one list only, twice in a list, or has two weights.
  Affinity build();

 private:
  std::string path_;
  std::vector<std::uint64_t> line_of_;
  std::vector<Traffic> lower_, upper_;  // halves from the lists of the lower and of the higher end
};

/// Returns whether the digit at this place, counted from the right, is 1. Both formats use digits to say what a
/// vertex's list holds.
inline bool has_flag(std::string_view digits, std::size_t from_right) {
  return digits.size() > from_right && digits[digits.size() - 1 - from_right] == '1';
}

/// Returns the sum of both directions of `affinity`: sorted rows with every edge in the rows of both ends, without
/// loops and without edges of volume 0. Only the bytes are filled.
Affinity both_directions(const Affinity& affinity);

}  // namespace topomorph::formats
