// The sends that a thread made lately, with the counters they belong to: programs repeat themselves.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include <mpi.h>

namespace topomorph::monitoring {

struct TrafficCounter;

/// A send that has succeeded: the same arguments will mean the same traffic, until a handle is freed.
struct alignas(64) KnownSend {
  MPI_Comm comm{};
  MPI_Datatype type{};
  std::uint64_t count_and_peer = ~std::uint64_t{0};  ///< at first those of no send: -1 and -1
  std::uint64_t bytes = 0;
  TrafficCounter* traffic = nullptr;
  std::atomic<std::uint64_t>* size_class = nullptr;

  static std::uint64_t packed(int count, int peer) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(count)) << 32 | static_cast<std::uint32_t>(peer);
  }
  bool is(int count, MPI_Datatype of_type, int peer, MPI_Comm to) const {
    return count_and_peer == packed(count, peer) && comm == to && type == of_type;
  }
};

/// One place for each peer but for collisions: a send displaces the one before it.
class KnownSends {
 public:
  KnownSend& place(int peer) { return sends_[static_cast<std::uint32_t>(peer) * 0x9E3779B1u >> 27]; }
  void clear() { sends_.fill({}); }

 private:
  std::array<KnownSend, 32> sends_{};
};

}  // namespace topomorph::monitoring
