// The requests that are under way in a process that is being recorded.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <mpi.h>

#include "core/trace/step.h"

namespace topomorph::monitoring::recording {

/// What a collective or neighbourhood operation adds to the trace when it is complete. Starts get their slots then.
struct Operation {
  /// Operations with the same key stay in the order in which they are called.
  std::uint64_t key = 0;
  std::optional<trace::Step> collective = std::nullopt;  ///< of a collective operation: apart, to take no memory
  std::vector<trace::Step> messages = {};                ///< of a neighbourhood operation
};

struct Request {
  enum class Kind : std::uint8_t {
    Nothing,    ///< a message to nobody
    Message,    ///< `step` is its start
    Wildcard,   ///< a receive from any process or with any tag: known when it is complete
    Operation,  ///< `operation` is its number
  };
  std::uint64_t handle = 0;
  Kind kind = Kind::Nothing;
  bool persistent = false;
  bool active = false;
  bool buffered = false;     ///< a send that is complete before it has been received
  bool cancelled = false;    ///< the application asked for it
  trace::Step step = {};     ///< of a persistent request: what each start records
  std::uint64_t number = 0;  ///< of an operation under way
  MPI_Comm comm{};           ///< of a wildcard
  Operation operation = {};  ///< of a persistent operation
};

/// Finds requests by their handles. Several requests may have one handle: MPI libraries give all messages that are
/// complete at once the same one. The latest of them is found then.
class Requests {
 public:
  /// Throws bad_alloc.
  void add(Request request);
  /// Returns the latest request with the handle; null if there is none. Valid until the next call of add().
  Request* find(std::uint64_t handle);
  /// Returns whether a request meets the condition. Looks at all.
  template <class Condition>
  bool any(Condition condition) const {
    for (const Entry& entry : entries_) {
      if (condition(entry.request)) return true;
    }
    return false;
  }
  /// Removes what find() has returned.
  void remove(Request* request);
  /// Gives a persistent request another handle.
  void rename(std::uint64_t from, std::uint64_t to);

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Entry {
    Request request;
    std::uint32_t next = kNone;  // of its bucket, or of the free ones
  };
  std::uint32_t& bucket(std::uint64_t handle) {
    return buckets_[(handle * 0x9E3779B97F4A7C15U >> 32) & (buckets_.size() - 1)];
  }
  void grow();

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> buckets_;
  std::uint32_t free_ = kNone;
  std::size_t used_ = 0;
};

}  // namespace topomorph::monitoring::recording
