// Opens regular files alone, whatever another user puts in their place meanwhile, and reads them at any offset.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include <fcntl.h>
#include <sys/stat.h>

#include "core/base/descriptor.h"

namespace topomorph::inline base {

/// Opens a regular file for reading. Waits for nobody, and never opens a pipe or a device, which may have side effects:
/// the file is held, looked at, and opened as what is held. `name` counts from `folder`, or from the working directory
/// (AT_FDCWD); `links` is O_NOFOLLOW for a name that must not be a link. Returns none with the reason in errno: EINVAL
/// if it is no regular file.
Descriptor open_regular(int folder, const std::string& name, int links = 0);

/// A regular file of a path that another user may have named. None if it cannot be read or is something else.
class RegularFile {
 public:
  explicit RegularFile(const std::string& path);

  explicit operator bool() const noexcept { return static_cast<bool>(file_); }
  std::uint64_t size() const noexcept { return size_; }  ///< in bytes, when it was opened
  /// Returns so many bytes of the file; fewer where it ends, or where reading fails.
  std::string bytes_at(std::uint64_t offset, std::size_t most) const;
  /// Copies a value from the file. Returns false, and leaves the value, if the file ends before.
  template <class Value>
  bool read_at(std::uint64_t offset, Value& value) const {
    static_assert(std::is_trivially_copyable_v<Value>);
    const std::string bytes = bytes_at(offset, sizeof value);
    if (bytes.size() == sizeof value) std::memcpy(&value, bytes.data(), sizeof value);
    return bytes.size() == sizeof value;
  }

 private:
  Descriptor file_;
  std::uint64_t size_ = 0;
};

}  // namespace topomorph::inline base
