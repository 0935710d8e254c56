// The affinity of a program: who sends how much to whom, as a sparse directed graph between roles.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace topomorph::inline model {

using Role = std::uint64_t;

/// More roles than any machine has cores; a file that claims more is refused before memory is taken for it.
inline constexpr std::uint64_t kMaxRoles = std::uint64_t{1} << 26;

/// Throws InputError for a large number of roles of which next to none has left an entry: that is what a damaged header
/// claims, not what a program does. For formats whose files do not grow with the number of roles; without it, a file of
/// a line would cost gigabytes.
void check_roles_have_entries(std::uint64_t roles, std::uint64_t entries);

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

/// Traffic of all members of a group with each other, where a member has the same with all others: an all-to-all. At
/// least two members.
struct GroupTraffic {
  std::vector<Role> members;              ///< ascending
  std::vector<std::uint64_t> bytes = {};  ///< what each member sends to all others together, in the members' order
  std::vector<std::uint64_t> messages = {};
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
  /// `roles`, for more than kMaxRoles, or if all traffic together does not fit 64 bits. Traffic of a role with itself
  /// is kept (it costs nothing anywhere).
  static Affinity from_traffic(std::uint64_t roles, std::vector<Traffic> traffic);

  std::uint64_t roles() const { return row_begin_.empty() ? 0 : row_begin_.size() - 1; }
  std::uint64_t entries() const { return entries_.size(); }
  std::span<const AffinityEntry> row(Role source) const;
  std::uint64_t total_bytes() const;  ///< of groups, too
  std::uint64_t total_messages() const;

  /// Traffic that is in no row because it has too many pairs (core/model/groups.h); mostly none.
  std::span<const GroupTraffic> groups() const { return groups_; }
  /// Throws InputError for members that are no roles, and if all traffic together does not fit 64 bits.
  void add_groups(std::vector<GroupTraffic> groups);

 private:
  std::vector<std::uint64_t> row_begin_;
  std::vector<AffinityEntry> entries_;
  std::vector<GroupTraffic> groups_;
};

}  // namespace topomorph::inline model
