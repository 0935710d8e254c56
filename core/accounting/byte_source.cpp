// Reads files, pipes and standard input, decompressed where they are compressed.
#include "core/accounting/byte_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zstd.h>

#include "core/base/error.h"
#include "core/base/regular_file.h"

namespace topomorph::accounting {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 18;
constexpr std::string_view kMagic = "\x28\xb5\x2f\xfd";
constexpr std::string_view kSkippable = "\x2a\x4d\x18";  // after 0x50 to 0x5f: a frame of other data, as pzstd begins
/// 128 MiB, zstd's own default: a frame that wants a larger window is refused, so that memory stays bounded.
constexpr int kLargestWindow = 27;

void free_frames(ZSTD_DCtx* frames) { ZSTD_freeDCtx(frames); }

[[noreturn]] void fail_as_other(const std::string& shown) {
  throw InputError(shown, 0,
                   "is no regular file, expected one, a folder, or a pipe as -, /dev/fd/N or /proc/self/fd/N");
}

/// Returns the number of a descriptor that this process was started with; nothing for other files.
std::optional<int> handed_over(const std::string& path) {
  return path == kStandardInput ? std::optional(STDIN_FILENO) : descriptor_named(path);
}

bool is_regular(const struct stat& status) { return S_ISREG(status.st_mode); }

/// Throws the reason in errno.
Descriptor checked(Descriptor file, const std::string& shown) {
  if (!file && errno == EINVAL) fail_as_other(shown);
  if (!file) fail_by_errno(shown, "cannot be read");
  return file;
}

Descriptor open_operand(const std::string& path, const std::string& shown) {
  const auto handed = handed_over(path);
  if (!handed) return checked(open_regular(AT_FDCWD, path), shown);
  return checked(Descriptor(fcntl(*handed, F_DUPFD_CLOEXEC, 0)), shown);
}

std::string name_of(const std::string& path, const std::string& shown) {
  if (!shown.empty()) return shown;
  return path == kStandardInput ? "standard input" : path;
}

}  // namespace

FileStatus file_status(const struct stat& status, bool is_of_folder) {
  const bool is_linked = is_of_folder && status.st_nlink > 1;
  return {status.st_uid, status.st_gid, status.st_mode, status.st_dev, status.st_ino, is_regular(status), is_linked};
}

ByteSource::ByteSource(const std::string& path, const std::string& shown)
    : ByteSource(open_operand(path, name_of(path, shown)), name_of(path, shown), handed_over(path).has_value(), false) {
}

ByteSource::ByteSource(const Folder& folder, const std::string& name, const std::string& shown)
    : ByteSource(checked(open_regular(folder.descriptor(), name, O_NOFOLLOW), shown), shown, false, true) {}

ByteSource::ByteSource(Descriptor file, std::string shown, bool may_be_pipe, bool is_of_folder)
    : path_(std::move(shown)), file_(std::move(file)), frames_(nullptr, free_frames) {
  struct stat status = {};
  if (fstat(file_.get(), &status) != 0) fail_by_errno(path_, "cannot be read");
  const bool is_pipe = S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode);
  if (!is_regular(status) && !(is_pipe && may_be_pipe)) fail_as_other(path_);
  status_ = file_status(status, is_of_folder);
  if (!status_.is_regular) return;
  size_ = static_cast<std::uint64_t>(status.st_size);
  at_ = written_end_ = static_cast<std::uint64_t>(std::max<off_t>(lseek(file_.get(), 0, SEEK_CUR), 0));
}

ByteSource::~ByteSource() = default;

void ByteSource::fail(const std::string& message) {
  at_end_ = true;
  begin_ = end_ = 0;
  throw InputError(path_, 0, message);
}

/// Goes on behind a part that was never written, and finds out where the next one begins. A file system that does not
/// know such parts says that all is written.
void ByteSource::find_written() {
  const auto from = static_cast<off_t>(at_);
  const off_t found = lseek(file_.get(), from, SEEK_DATA);
  const bool has_none = found < 0 && errno == ENXIO;
  const std::uint64_t data = has_none ? *size_ : std::min(static_cast<std::uint64_t>(std::max(found, from)), *size_);
  is_after_hole_ = data > at_;
  holes_ += data - at_;
  at_ = data;
  const off_t hole = lseek(file_.get(), static_cast<off_t>(at_), SEEK_HOLE);
  written_end_ = hole > static_cast<off_t>(at_) ? std::min(static_cast<std::uint64_t>(hole), *size_) : *size_;
  if (lseek(file_.get(), static_cast<off_t>(at_), SEEK_SET) < 0) at_ = written_end_ = *size_;
}

/// Returns how many bytes fit into the buffer before the file ends; before the next hole, if there are bytes already.
std::size_t ByteSource::room() {
  const std::size_t free = buffer_.size() - end_;
  if (read_ >= most_) return 0;
  if (!size_) return free;
  if (at_ >= written_end_ && at_ < *size_ && end_ == 0) find_written();
  return static_cast<std::size_t>(std::min<std::uint64_t>(free, written_end_ - at_));
}

/// Reads until the buffer is full or the file ends: a pipe gives a few bytes at a time, fewer than the magic number.
void ByteSource::fill() {
  buffer_.resize(size_ ? std::min<std::uint64_t>(kBuffer, *size_) : kBuffer);  // folders have many small files
  begin_ = end_ = 0;
  is_after_hole_ = false;
  while (const std::size_t most = room()) {
    const ssize_t got = read(file_.get(), buffer_.data() + end_, most);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && end_ == 0) fail(fmt::format("cannot be read: {}", std::strerror(errno)));
    if (got <= 0) break;
    end_ += static_cast<std::size_t>(got);
    at_ += static_cast<std::uint64_t>(got);
    read_ += static_cast<std::uint64_t>(got);
  }
  at_end_ = end_ == 0;
}

bool ByteSource::is_compressed() const {
  const std::string_view text(buffer_.data(), end_);
  return text.starts_with(kMagic) ||
         (!text.empty() && (text[0] & 0xf0) == 0x50 && text.substr(1).starts_with(kSkippable));
}

std::string_view ByteSource::next() {
  if (at_end_) return {};
  if (is_first_ || !frames_) fill();
  if (is_first_ && is_compressed()) start_frames();
  is_first_ = false;
  return frames_ ? decompressed() : std::string_view(buffer_.data(), end_);
}

void ByteSource::start_frames() {
  frames_.reset(ZSTD_createDCtx());
  if (!frames_) throw std::bad_alloc();
  ZSTD_DCtx_setParameter(frames_.get(), ZSTD_d_windowLogMax, kLargestWindow);
  text_.resize(kBuffer);
}

void ByteSource::fill_frames() {
  fill();
  if (is_after_hole_ && !at_end_) fail("is damaged: found a part that was never written, expected the rest of a frame");
}

std::string_view ByteSource::decompressed() {
  ZSTD_outBuffer out{text_.data(), text_.size(), 0};
  while (out.pos == 0) {
    if (begin_ == end_ && !has_more_) fill_frames();
    if (at_end_ && read_ >= most_) return {};
    if (at_end_ && in_frame_) fail("is damaged: found the end of the file, expected the rest of a zstd frame");
    if (at_end_) return {};
    ZSTD_inBuffer in{buffer_.data(), end_, begin_};
    const std::size_t left = ZSTD_decompressStream(frames_.get(), &out, &in);
    if (ZSTD_isError(left)) fail(fmt::format("is damaged: zstd says: {}", ZSTD_getErrorName(left)));
    begin_ = in.pos;
    in_frame_ = left != 0;
    has_more_ = in_frame_ && out.pos == out.size;
  }
  return {text_.data(), out.pos};
}

}  // namespace topomorph::accounting
