// A file descriptor that is closed at the end of its scope, and the paths that name one of this process.
#pragma once

#include <cerrno>
#include <optional>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace topomorph::inline base {

/// Owns a descriptor; -1: none. Closing keeps errno, so that a reason of a failure survives.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) noexcept : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    reset(other.release());
    return *this;
  }

  explicit operator bool() const noexcept { return number_ >= 0; }
  int get() const noexcept { return number_; }
  int release() noexcept { return std::exchange(number_, -1); }
  void reset(int number = -1) noexcept {
    const int old = std::exchange(number_, number), error = errno;
    if (old >= 0) close(old);
    errno = error;
  }

 private:
  int number_ = -1;
};

/// Returns the number of a descriptor that this process was started with: of /dev/stdout, /dev/fd/N and the like.
/// Nothing for other paths. Opening such a path would ask for the rights of the file behind it again, and fails for a
/// socket.
std::optional<int> descriptor_named(std::string_view path);

}  // namespace topomorph::inline base
