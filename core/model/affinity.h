// The affinity of a program: who sends how much to whom, as a sparse directed graph of roles.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace topomorph::inline model {

using Role = std::uint64_t;

/// Above any machine's number of cores. A file that claims more is refused before memory is allocated.
inline constexpr std::uint64_t kMaxRoles = std::uint64_t{1} << 26;

/// Throws InputError for more than kMaxRoles.
void check_number_of_roles(std::uint64_t roles);

/// Throws InputError for a large number of roles of which hardly any has an entry: only damaged headers claim that. For
/// formats whose files do not grow with the number of roles; a file of one line could cost gigabytes otherwise.
void check_roles_have_entries(std::uint64_t roles, std::uint64_t entries);

/// Traffic from one role to another, summed over the measured time.
struct Traffic {
  Role source = 0;
  Role destination = 0;
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
};

struct AffinityEntry {
  Role destination = 0;
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
};

/// An all-to-all of a group: each member has the same traffic with every other member. At least two members.
struct GroupTraffic {
  std::vector<Role> members;              ///< ascending
  std::vector<std::uint64_t> bytes = {};  ///< sent by each member to all others together, in the order of members
  std::vector<std::uint64_t> messages = {};
};

/// The measured volume that a mapping or a metric uses.
enum class Weight { Bytes, Messages };

/// Returns the name that users write.
constexpr const char* name_of(Weight weight) { return weight == Weight::Bytes ? "bytes" : "messages"; }

/// Returns the volume of anything that has bytes and messages.
template <class Counted>
std::uint64_t volume_of(const Counted& traffic, Weight weight) {
  return weight == Weight::Bytes ? traffic.bytes : traffic.messages;
}

/// Sparse, directed, in compressed rows; entries of a row are sorted by destination and unique. An undirected source
/// (METIS, symmetric Matrix Market) stores each edge once, from the lower to the higher role, so that sums over all
/// stored traffic count each edge once.
class Affinity {
 public:
  Affinity() = default;

  /// Builds the rows from traffic in any order and adds up repeated pairs. Keeps traffic of a role with itself, which
  /// never costs anything. Throws InputError if a role is not below `roles`, for more than kMaxRoles, or if all traffic
  /// together does not fit 64 bits.
  static Affinity from_traffic(std::uint64_t roles, std::vector<Traffic> traffic);

  std::uint64_t roles() const { return row_begin_.empty() ? 0 : row_begin_.size() - 1; }
  std::uint64_t entries() const { return entries_.size(); }
  std::span<const AffinityEntry> row(Role source) const;
  std::uint64_t total_bytes() const;  ///< groups included
  std::uint64_t total_messages() const;

  /// Traffic that is in no row because it has too many pairs (core/model/groups.h); empty for most affinities.
  std::span<const GroupTraffic> groups() const { return groups_; }
  /// Throws InputError for members that are not roles, and if all traffic together does not fit 64 bits.
  void add_groups(std::vector<GroupTraffic> groups);

 private:
  std::vector<std::uint64_t> row_begin_;
  std::vector<AffinityEntry> entries_;
  std::vector<GroupTraffic> groups_;
};

/// Calls visit(source, destination, volume) for each entry between two roles that has such a volume; not for groups.
template <typename Visit>
void for_each_volume(const Affinity& affinity, Weight weight, Visit visit) {
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      const std::uint64_t volume = volume_of(entry, weight);
      if (entry.destination != source && volume > 0) visit(source, entry.destination, volume);
    }
  }
}

}  // namespace topomorph::inline model
