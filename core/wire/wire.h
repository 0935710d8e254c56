// The frames that pass between the processes of a job and the engine: one process's record, gathered, spooled or
// planned with.
//
// A record is a sequence of frames, each a FrameHeader and its payload, in the byte order of the machine (both ends are
// on it). The same bytes serve three ends: messages to rank 0, the engine's standard input, and the file a process
// leaves when the job is aborted.
#pragma once

#include <cstdint>

namespace topomorph::wire {

inline constexpr std::uint32_t kVersion = 3;

enum class FrameType : std::uint32_t {
  Meta = 1,       ///< "key=value\n" lines (UTF-8): about the job, sent once, first
  Process = 2,    ///< "key=value\n" lines about one process: rank, host, path, cpuset, mpi_seconds; opens its record
  Phases = 3,     ///< names of the process's phases, one a line; their line numbers (from 0) are the phase ids below
  Traffic = 4,    ///< TrafficRecord[]
  Calls = 5,      ///< CallRecord[]
  Sizes = 6,      ///< SizeRecord[]
  Members = 7,    ///< std::uint64_t[]: world rank of each rank of the communicator to be reordered
  Locations = 8,  ///< one line a process, in rank order: "host\tpath\n", or "host\tpath\tnetwork\n" (ProcessLocation)
  Cpusets = 9,    ///< one line a process of this host: its CPUs as a list ("0-3,8"), to be located
  Paths = 10,     ///< answer to Cpusets: one path a line (ProcessLocation::path)
  Plan = 11,      ///< answer to a plan request: std::uint64_t[]: new rank of each process
  Summary = 12,   ///< "key=value\n" lines with the plan (decision, gain, message)
  Error = 13,     ///< one line: why the engine could not do it
  End = 14,       ///< nothing follows; without it the stream was cut
  Grid = 15,      ///< std::int64_t[]: length and periodicity (0 or 1) of each dimension: who talks to whom, in place of
                  ///< Traffic
  Slots = 16,     ///< std::uint64_t[]: slot of each process, where the topology is one that the user gave
  Groups = 17,    ///< members of the groups of GroupTraffic, one group a line (members.h); their line numbers (from 0)
                  ///< are the group numbers there
  GroupTraffic = 18,  ///< GroupTrafficRecord[]
};

struct FrameHeader {
  std::uint32_t magic = 0x544d5246;  // "FRMT"
  FrameType type = FrameType::End;
  std::uint64_t bytes = 0;  ///< of the payload
};

enum class Layer : std::uint32_t { PointToPoint = 0, Collective = 1, OneSided = 2 };

struct TrafficRecord {
  std::uint32_t phase;
  Layer layer;
  std::uint64_t source;       ///< rank in MPI_COMM_WORLD as the program sees it
  std::uint64_t destination;  ///< likewise
  std::uint64_t bytes;
  std::uint64_t messages;
};

/// Traffic of one member of a group with all others of it, the same with each: what an all-to-all is, in a row. Where
/// bytes or messages are no multiple of the others, the first ones have one more.
struct GroupTrafficRecord {
  std::uint32_t phase;
  Layer layer;
  std::uint32_t group;   ///< line of Groups
  std::uint32_t inward;  ///< 1: from the others to the member; 0: from it to them
  std::uint64_t member;  ///< rank in MPI_COMM_WORLD as the program sees it
  std::uint64_t bytes;   ///< to or from all others together
  std::uint64_t messages;
};

struct CallRecord {
  char function[48];  ///< "MPI_Send", zero-terminated
  std::uint64_t phase;
  std::uint64_t count;
  std::uint64_t bytes;        ///< payload this process sent (or fetched, for one-sided reads) in these calls
  std::uint64_t nanoseconds;  ///< time inside
};

struct SizeRecord {
  std::uint32_t phase;
  Layer layer;
  std::uint32_t log2;  ///< 0: empty messages; k > 0: 2^(k-1) <= size < 2^k
  std::uint32_t reserved;
  std::uint64_t messages;
};

}  // namespace topomorph::wire
