// The virtual topologies in a profile that the program let MPI reorder, and that kept their order.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/profile/database.h"
#include "core/formats/profile/schema_check.h"
#include "core/model/affinity.h"
#include "core/wire/frame_io.h"

namespace topomorph::formats {

/// A virtual topology, and all others that the same call made on the same processes.
struct ProfiledTopology {
  std::string call;                    ///< "Cart_create 4x4"
  std::vector<std::uint64_t> members;  ///< ranks in MPI_COMM_WORLD, ascending
  std::uint64_t calls = 0;
  bool complete = false;       ///< the edges of all members are known
  std::vector<Traffic> edges;  ///< of the first call, between members by their place in `members`; the weight as bytes
};

/// What is read of a profile's topologies.
struct ProfiledTopologies {
  std::uint64_t kinds = 0;             ///< different ones, by call and processes
  std::vector<ProfiledTopology> list;  ///< the largest of them
};

/// What a profile says of its size, and how many records it has: a word can claim a million ranks.
struct Sizes {
  std::uint64_t ranks = 0, records = 0;
};

/// Writes topologies process by process; the edges at once, the rest in finish(). Leaves out what a record says
/// wrongly: a profile is worth more than these rows.
class TopologyRows {
 public:
  explicit TopologyRows(Database& database) : database_(database) {}

  /// Starts the record of another process, with the contents of its Process frame.
  void next_process(std::uint64_t rank, const wire::KeyValues& values);
  /// The groups of this process in the order of their numbers (wire/members.h).
  void groups(const std::vector<std::string>& lines, const Sizes& sizes);
  void finish();

 private:
  struct Row {
    std::uint64_t id = 0, calls = 0, told = 0;
    std::vector<std::uint64_t> members = {};
  };
  using Key = std::pair<std::string, std::string>;  // call, members

  Row* row_of(const Key& key, const Sizes& sizes);

  Database& database_;
  std::uint64_t rank_ = 0;
  std::string declared_;  // of the process whose frames arrive now
  std::map<Key, Row> rows_;
  std::uint64_t members_ = 0;  // of all rows
};

/// Returns the `most` topologies with the most processes, of equally large ones those of the most calls; none of a
/// profile without this section. Throws InputError for a row that no job can have written.
ProfiledTopologies read_topologies(const Database& database, const ProfileParts& parts, const Sizes& sizes,
                                   std::size_t most);

}  // namespace topomorph::formats
