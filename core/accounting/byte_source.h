// The bytes of a file, a pipe or standard input, as they are or decompressed (zstd).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>

#include "core/accounting/accounts.h"
#include "core/base/descriptor.h"
#include "core/base/folder.h"

struct ZSTD_DCtx_s;  // of zstd.h, which only the source needs

namespace topomorph::accounting {

/// Returns what counts of a look at a file. Only a file of a folder has names that anybody may have made.
FileStatus file_status(const struct stat& status, bool is_of_folder);

/// The name of standard input.
inline constexpr const char* kStandardInput = "-";

/// Reads from front to back through two buffers of a fixed size. A file is compressed if it begins with zstd's magic
/// number [RFC 8878, section 3.1.1]; it may have several frames, as `cat a.zst b.zst` makes. A regular file is read up
/// to its size when it was opened; parts that were never written are skipped, because anybody can make a file with a
/// terabyte of them.
class ByteSource {
 public:
  /// Throws InputError if the file cannot be opened, or is no regular file: a device may have no end, and a pipe that
  /// somebody else has made may never have a writer. Takes pipes that were handed to this process: "-", /dev/fd/N,
  /// /proc/self/fd/N. Messages name the file `shown`, or as it is.
  explicit ByteSource(const std::string& path, const std::string& shown = "");
  /// Opens a file of a folder, where no link counts.
  ByteSource(const Folder& folder, const std::string& name, const std::string& shown);
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// Returns the next bytes, valid until the next call; none at the end. Throws InputError if reading fails, and for a
  /// damaged or cut frame, after which next() returns none.
  std::string_view next();

  /// The file ends when so many bytes of it were read.
  void end_after(std::uint64_t bytes) { most_ = bytes; }

  /// Returns the bytes of a regular file when it was opened; nothing of a pipe.
  std::optional<std::uint64_t> size() const { return size_; }
  const FileStatus& status() const { return status_; }
  std::uint64_t bytes_read() const { return read_; }  ///< from the file so far, without what was never written
  std::uint64_t bytes_never_written() const { return holes_; }  ///< that were skipped so far
  bool is_after_hole() const { return is_after_hole_; }         ///< such a part is in front of what next() returned

 private:
  ByteSource(Descriptor file, std::string shown, bool may_be_pipe, bool is_of_folder);

  void fill();
  void fill_frames();
  std::size_t room();
  void find_written();
  bool is_compressed() const;
  void start_frames();
  std::string_view decompressed();
  [[noreturn]] void fail(const std::string& message);

  std::string path_;  // as it is shown
  Descriptor file_;
  FileStatus status_;
  std::vector<char> buffer_, text_;                              // what was read; what it becomes, of compressed files
  std::size_t begin_ = 0, end_ = 0;                              // the part of buffer_ that is not yet decompressed
  std::unique_ptr<ZSTD_DCtx_s, void (*)(ZSTD_DCtx_s*)> frames_;  // null: the file is not compressed
  bool is_first_ = true, at_end_ = false;
  bool in_frame_ = false, has_more_ = false;  // has_more_: zstd holds text that had no room
  std::optional<std::uint64_t> size_;
  std::uint64_t at_ = 0, written_end_ = 0;  // in a regular file: where it is read, and where what was written ends
  std::uint64_t read_ = 0, holes_ = 0, most_ = ~std::uint64_t{0};
  bool is_after_hole_ = false;
};

}  // namespace topomorph::accounting
