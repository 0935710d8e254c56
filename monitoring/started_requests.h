// What MPI_Start and MPI_Startall do to persistent requests: they may replace their handles.
//
// Open MPI does where a buffered send is started while the message of the start before is still on its way: from then
// on the request is another one.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <new>

#include <mpi.h>

namespace topomorph::monitoring {

/// The handles as they were before the call. Where there is no memory for many of them, those that are replaced are not
/// counted any more.
class StartedRequests {
 public:
  StartedRequests(int count, const MPI_Request* requests) noexcept {
    if (requests == nullptr || count <= 0) return;
    if (count > kFew) many_.reset(new (std::nothrow) MPI_Request[static_cast<std::size_t>(count)]);
    before_ = count > kFew ? many_.get() : few_.data();
    if (before_ != nullptr) std::copy_n(requests, count, before_);
  }

  /// After the call: what was known of a handle is known of the one in its place.
  void follow(int count, const MPI_Request* requests) const {
    for (int i = 0; before_ != nullptr && i < count; ++i) {
      if (before_[i] != requests[i]) replace(before_[i], requests[i]);
    }
  }

 private:
  static void replace(MPI_Request before, MPI_Request after);

  static constexpr int kFew = 16;
  std::array<MPI_Request, kFew> few_;  // not set: a start is on the way of every message
  std::unique_ptr<MPI_Request[]> many_;
  MPI_Request* before_ = nullptr;
};

}  // namespace topomorph::monitoring
