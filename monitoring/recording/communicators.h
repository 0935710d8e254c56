// What a trace calls communicators: identities that all members agree on, channels of messages, groups of collectives.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <mpi.h>

#include "core/wire/wire.h"
#include "monitoring/counting/roles.h"

namespace topomorph::monitoring::recording {

/// Used by one thread.
class Communicators {
 public:
  static constexpr std::uint32_t kNoGroup = ~std::uint32_t{0};
  /// Stands for the tag of messages of neighbourhood operations; MPI's tags are not negative.
  static constexpr int kNeighbourTag = -1000;

  /// Gives a new communicator its identity: a hash of the parent's, of how many communicators the parent has made, and
  /// of the first member. All members make the same calls, and communicators of one split have different first members,
  /// so that nothing needs to be sent. `child` may be null: this process is no member.
  void created(ThreadCounters& thread, MPI_Comm parent, MPI_Comm child);
  /// The same for a communicator that not all members of the parent have made together.
  void created_by_group(ThreadCounters& thread, MPI_Comm parent, int tag, MPI_Comm child);

  /// Returns the number of communicator and tag; nothing if there are more than 65536. Throws bad_alloc.
  std::optional<std::uint16_t> channel(ThreadCounters& thread, MPI_Comm comm, int tag);

  /// Returns the number of the communicator's members; kNoGroup if one has no role. Takes time for each member, once a
  /// communicator. Throws bad_alloc.
  std::uint32_t group(ThreadCounters& thread, MPI_Comm comm);

  /// Returns communicator and tag of each channel, by number.
  const std::vector<wire::ChannelRecord>& channels() const { return channels_; }
  /// Returns the members of each group, by number: ascending pieces as wire::members_text() writes them, between
  /// semicolons, in the order of the ranks.
  const std::vector<std::string>& groups() const { return groups_; }

 private:
  struct Recent {
    std::uint64_t comm = 0, epoch = 0;
    int tag = 0;
    std::uint16_t channel = 0;
  };

  CommunicatorNotes& notes_of(ThreadCounters& thread, MPI_Comm comm);
  std::uint64_t identity_of(ThreadCounters& thread, MPI_Comm comm);
  std::optional<std::uint16_t> number_of(std::uint64_t identity, int tag);
  std::uint32_t number_of_group(MPI_Comm comm);

  CommunicatorNotes world_, self_;
  std::array<Recent, 64> recent_;
  std::map<std::pair<std::uint64_t, int>, std::uint16_t> numbers_;
  std::vector<wire::ChannelRecord> channels_;
  std::map<std::string, std::uint32_t> group_numbers_;
  std::vector<std::string> groups_;
};

}  // namespace topomorph::monitoring::recording
