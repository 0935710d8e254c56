// The affinity of a program: who sends how much to whom, as a sparse directed graph between roles.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace topomorph {

using Role = std::uint64_t;

/// Traffic from one role to another, summed over the time that was watched.
struct Traffic {
  Role source = 0;
  Role destination = 0;
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
};

/// One stored entry of a row.
struct AffinityEntry {
  Role destination = 0;
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
};

/// Which of the two measured volumes a mapping or a metric looks at.
enum class Weight { Bytes, Messages };

/// Sparse, directed, in compressed rows; entries of a row are sorted by destination and unique.
/// An undirected source (METIS, symmetric Matrix Market) stores each edge once, from the lower to the higher role,
/// so that a sum over all stored traffic counts each edge once.
class Affinity {
 public:
  Affinity() = default;

  /// Builds the rows; traffic in any order, repeated pairs are added up. Throws InputError if a role is not below
  /// `roles` or if a sum does not fit 64 bits. Traffic of a role with itself is kept (it costs nothing anywhere).
  static Affinity from_traffic(std::uint64_t roles, std::vector<Traffic> traffic);

  std::uint64_t roles() const { return row_begin_.empty() ? 0 : row_begin_.size() - 1; }
  std::uint64_t entries() const { return entries_.size(); }
  std::span<const AffinityEntry> row(Role source) const;
  std::uint64_t total_bytes() const;
  std::uint64_t total_messages() const;

 private:
  std::vector<std::uint64_t> row_begin_;
  std::vector<AffinityEntry> entries_;
};

/// Reads an affinity; the format is chosen by the file's ending: .mtx (Matrix Market), .graph (METIS), .mat (dense text),
/// .csv (dense, EagerMap's reversed rows), .tmprof (all phases and layers). Throws InputError.
Affinity read_affinity(const std::string& path);

/// Writes an affinity to a temporary file that is then renamed; the format is chosen by the ending. Throws InputError.
void write_affinity(const Affinity& affinity, const std::string& path);

}  // namespace topomorph
