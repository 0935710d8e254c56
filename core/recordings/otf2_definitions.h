// What an archive of the Open Trace Format 2 defines: clock, processes, communicators, and which regions are MPI's.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace topomorph::recordings {

/// Processes by their rank in a communicator.
using Members = std::vector<std::uint32_t>;

class Otf2Definitions {
 public:
  struct Group {
    bool is_self = false;       ///< of MPI_COMM_SELF: each process for itself
    bool is_locations = false;  ///< all processes of MPI
    std::vector<std::uint64_t> members;
  };
  struct Communicator {
    std::uint32_t group = 0;
    std::optional<std::uint32_t> other;  ///< of an intercommunicator: the second group
  };

  explicit Otf2Definitions(std::string anchor) : anchor_(std::move(anchor)) {}

  double seconds_per_tick = 0;
  std::map<std::uint32_t, Group> groups;
  std::map<std::uint32_t, Communicator> communicators;
  std::set<std::uint32_t> regions_of_mpi;

  /// Call it when all definitions are read. Throws InputError without processes of MPI, and for more than a trace has.
  void finish();

  const std::string& anchor() const { return anchor_; }
  /// Returns the location of each process.
  const std::vector<std::uint64_t>& locations() const { return locations_; }
  /// Returns those whom ranks of the communicator name when `process` does: of an intercommunicator the other group.
  /// Throws InputError for one that is not defined.
  Members members(std::uint32_t communicator, std::uint32_t process) const;
  bool is_intercommunicator(std::uint32_t communicator) const;

 private:
  [[noreturn]] void fail(const std::string& message) const;
  const Communicator& communicator(std::uint32_t number) const;
  Members members_of_group(std::uint32_t number, std::uint32_t process) const;

  std::string anchor_;
  std::vector<std::uint64_t> locations_;
};

}  // namespace topomorph::recordings
