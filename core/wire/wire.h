// The frames that the processes of a job and the engine exchange.
//
// A record is a sequence of frames, each a FrameHeader and its payload, in the byte order of the machine (both ends run
// on it). The same bytes serve as messages to rank 0, as the engine's standard input, and as the file that a process
// leaves when the job is aborted.
#pragma once

#include <cstdint>

namespace topomorph::wire {

inline constexpr std::uint32_t kVersion = 6;

enum class FrameType : std::uint32_t {
  Meta = 1,     ///< "key=value\n" lines (UTF-8) about the job; sent once, first
  /// "key=value\n" lines about one process: rank, host, path, cpuset, mpi_seconds, processors, seconds, cpu_seconds;
  /// opens its record
  Process = 2,
  Phases = 3,   ///< names of the process's phases, one a line; the line numbers (from 0) are the phase ids below
  Traffic = 4,  ///< TrafficRecord[]
  Calls = 5,    ///< CallRecord[]
  Sizes = 6,    ///< SizeRecord[]
  Members = 7,  ///< std::uint64_t[]: world rank of each rank of the communicator to be reordered
  /// One line a process, in rank order: host, path, network, "gpu" if it uses one, processors (ProcessLocation), with
  /// tabs between them. Empty ones at the end are left out.
  Locations = 8,
  /// One line a process of this host, in rank order: its CPUs as a list ("0-3,8"), to be located; maybe a tab and the
  /// signs that it uses GPUs (gpu_signs.h).
  Cpusets = 9,
  /// Answer to Cpusets, one line each: the path (ProcessLocation::path); if it uses a GPU, tab, "gpu", tab, and how it
  /// runs far from it ("runs on CPUs …"), empty if it does not.
  Paths = 10,
  Plan = 11,     ///< answer to a plan request: std::uint64_t[]: new rank of each process
  Summary = 12,  ///< "key=value\n" lines with the plan (decision, gain, message)
  Error = 13,    ///< one line: why the engine failed
  End = 14,      ///< nothing follows; a stream without it was cut
  Grid = 15,    ///< std::int64_t[]: length and periodicity (0 or 1) of each dimension; the pattern, in place of Traffic
  Slots = 16,   ///< std::uint64_t[]: slot of each process, if the user gave the topology
  Groups = 17,  ///< groups of GroupTraffic, one a line (members.h); the line numbers (from 0) are the group numbers
  GroupTraffic = 18,  ///< GroupTrafficRecord[]
  Channels = 19,      ///< ChannelRecord[]: by the number of a channel in Steps
  TraceGroups = 20,   ///< groups of collectives in Steps, one a line, in the order of their ranks (trace_rows.h)
  Steps = 21,         ///< trace::Step[] (core/trace/step.h): what the process did, folded
  Network = 22,       ///< NetworkRecord[]: what this process has measured with others
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
  std::uint64_t destination;  ///< as source
  std::uint64_t bytes;
  std::uint64_t messages;
};

/// Traffic of one member with all others of its group, in equal shares: a row of an all-to-all. If bytes or messages do
/// not divide evenly, the first of the others have one more.
struct GroupTrafficRecord {
  std::uint32_t phase;
  Layer layer;
  std::uint32_t group;   ///< line number in Groups
  std::uint32_t inward;  ///< 1: from the others to the member; 0: from the member to the others
  std::uint64_t member;  ///< rank in MPI_COMM_WORLD as the program sees it
  std::uint64_t bytes;   ///< to or from all others together
  std::uint64_t messages;
};

struct CallRecord {
  char function[48];  ///< "MPI_Send", zero-terminated
  std::uint64_t phase;
  std::uint64_t count;
  std::uint64_t bytes;        ///< payload that this process sent in these calls (fetched, for one-sided reads)
  std::uint64_t nanoseconds;  ///< time inside the calls
};

struct SizeRecord {
  std::uint32_t phase;
  Layer layer;
  std::uint32_t log2;  ///< 0: empty messages; k > 0: 2^(k-1) <= size < 2^k
  std::uint32_t reserved;
  std::uint64_t messages;
};

/// What a channel of a trace stands for.
struct ChannelRecord {
  std::uint64_t communicator;  ///< the same number on all members
  std::int64_t tag;
};

/// What separates the two processes of a measured pair, from the inside out. Hosts are behind one switch only if others
/// of the job are not.
enum class Reach : std::uint32_t { Package = 0, Host = 1, Switch = 2, Network = 3 };
inline constexpr std::uint32_t kReaches = 4;

/// The costs of messages to another process; what they are says PairCosts (core/measuring/pair.h).
struct NetworkRecord {
  Reach reach;
  std::uint32_t doubts;  ///< bit_of(NetworkValue) of each value that repetitions do not agree in
  std::uint64_t other;   ///< rank in MPI_COMM_WORLD as the program sees it
  double latency, bandwidth, burst_bytes, burst_bandwidth, send, receive, waiting;
};

}  // namespace topomorph::wire
