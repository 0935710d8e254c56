// Copies of the handles of requests before a call that may replace them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <new>

#include <mpi.h>

namespace topomorph::monitoring {

/// If there is no memory for many handles, there are no copies.
class RequestCopies {
 public:
  RequestCopies(int count, const MPI_Request* requests) noexcept {
    if (requests == nullptr || count <= 0) return;
    if (count > kFew) many_.reset(new (std::nothrow) MPI_Request[static_cast<std::size_t>(count)]);
    copies_ = count > kFew ? many_.get() : few_.data();
    if (copies_ != nullptr) std::copy_n(requests, count, copies_);
  }

  explicit operator bool() const { return copies_ != nullptr; }
  MPI_Request operator[](int i) const { return copies_[i]; }

 private:
  static constexpr int kFew = 16;
  std::array<MPI_Request, kFew> few_;  // not initialized, because every message of a persistent request passes here
  std::unique_ptr<MPI_Request[]> many_;
  MPI_Request* copies_ = nullptr;
};

}  // namespace topomorph::monitoring
