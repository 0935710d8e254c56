// The bytes of a file, a pipe or standard input, as they are or decompressed (zstd).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct ZSTD_DCtx_s;  // of zstd.h, which only the source needs

namespace topomorph::accounting {

/// The name of standard input.
inline constexpr const char* kStandardInput = "-";

/// Whether the last part of a path may be a symbolic link.
enum class Links { Followed, Refused };

/// Reads from front to back through two buffers of a fixed size. A file is compressed if it begins with zstd's magic
/// number [RFC 8878, section 3.1.1]; it may have several frames, as `cat a.zst b.zst` makes.
class ByteSource {
 public:
  /// Throws InputError if the file cannot be opened, or is no regular file: a device may have no end, and a pipe that
  /// somebody else has made may never have a writer. Takes pipes that were handed to this process: "-", /dev/fd/N,
  /// /proc/self/fd/N.
  explicit ByteSource(const std::string& path, Links links = Links::Followed);
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// Returns the next bytes, valid until the next call; none at the end. Throws InputError if reading fails, and for a
  /// damaged or cut frame, after which next() returns none.
  std::string_view next();

  /// Returns the bytes of a regular file when it was opened; nothing of a pipe.
  std::optional<std::uint64_t> size() const { return size_; }
  std::uint64_t bytes_read() const { return read_; }  ///< from the file so far

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void fill();
  bool is_compressed() const;
  void start_frames();
  std::string_view decompressed();
  [[noreturn]] void fail(const std::string& message);

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::vector<char> buffer_, text_;                              // what was read; what it becomes, of compressed files
  std::size_t begin_ = 0, end_ = 0;                              // the part of buffer_ that is not yet decompressed
  std::unique_ptr<ZSTD_DCtx_s, void (*)(ZSTD_DCtx_s*)> frames_;  // null: the file is not compressed
  bool is_first_ = true, at_end_ = false;
  bool in_frame_ = false, has_more_ = false;  // has_more_: zstd holds text that had no room
  std::optional<std::uint64_t> size_;
  std::uint64_t read_ = 0;
};

}  // namespace topomorph::accounting
