// Reads files, pipes and standard input, decompressed where they are compressed.
#include "core/accounting/byte_source.h"

#include <cerrno>
#include <cstring>
#include <limits>
#include <new>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "core/base/error.h"
#include "core/base/number.h"

namespace topomorph::accounting {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 18;
constexpr std::string_view kMagic = "\x28\xb5\x2f\xfd";
constexpr std::string_view kSkippable = "\x2a\x4d\x18";  // after 0x50 to 0x5f: a frame of other data, as pzstd begins
/// 128 MiB, zstd's own default: a frame that wants a larger window is refused, so that memory stays bounded.
constexpr int kLargestWindow = 27;

void free_frames(ZSTD_DCtx* frames) { ZSTD_freeDCtx(frames); }

[[noreturn]] void fail_by_errno(const std::string& path) {
  throw InputError(path, 0, fmt::format("cannot be read: {}", std::strerror(errno)));
}

[[noreturn]] void fail_as_other(const std::string& path) {
  throw InputError(path, 0, "is no regular file, expected one, a folder, or a pipe as -, /dev/fd/N or /proc/self/fd/N");
}

/// Returns the number of a descriptor that this process was started with; nothing for other files.
std::optional<int> descriptor_named(std::string_view path) {
  if (path == kStandardInput || path == "/dev/stdin") return STDIN_FILENO;
  for (const std::string_view prefix : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(prefix)) continue;
    const auto number = parse_count(path.substr(prefix.size()));
    if (number && *number <= std::numeric_limits<int>::max()) return static_cast<int>(*number);
  }
  return std::nullopt;
}

bool is_regular(const struct stat& status) { return S_ISREG(status.st_mode); }

/// Looks before it opens, because opening a pipe waits for its writer and opening a device may have side effects. The
/// file may have become another meanwhile: it is opened without waiting, and the caller looks again.
int open_regular(const std::string& path, Links links) {
  struct stat status = {};
  const bool follows = links == Links::Followed;
  if ((follows ? stat : lstat)(path.c_str(), &status) != 0) fail_by_errno(path);
  if (!is_regular(status)) fail_as_other(path);
  return open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follows ? 0 : O_NOFOLLOW));
}

std::FILE* open_file(const std::string& path, Links links) {
  const auto handed = descriptor_named(path);
  const int descriptor = handed ? fcntl(*handed, F_DUPFD_CLOEXEC, 0) : open_regular(path, links);
  std::FILE* const file = descriptor < 0 ? nullptr : fdopen(descriptor, "rb");
  if (file == nullptr) fail_by_errno(path);
  return file;
}

/// Returns the size of a regular file; nothing for a pipe or socket that was handed to this process.
std::optional<std::uint64_t> size_of(std::FILE* file, const std::string& path) {
  struct stat status = {};
  if (fstat(fileno(file), &status) != 0) fail_by_errno(path);
  if (is_regular(status)) return static_cast<std::uint64_t>(status.st_size);
  const bool is_pipe = S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode);
  if (!is_pipe || !descriptor_named(path)) fail_as_other(path);
  return std::nullopt;
}

}  // namespace

ByteSource::ByteSource(const std::string& path, Links links)
    : path_(path == kStandardInput ? "standard input" : path),
      file_(open_file(path, links)),
      frames_(nullptr, free_frames),
      size_(size_of(file_.get(), path)) {}

ByteSource::~ByteSource() = default;

void ByteSource::fail(const std::string& message) {
  at_end_ = true;
  begin_ = end_ = 0;
  throw InputError(path_, 0, message);
}

/// Reads until the buffer is full or the file ends: a pipe gives a few bytes at a time, fewer than the magic number.
void ByteSource::fill() {
  buffer_.resize(kBuffer);
  begin_ = 0;
  end_ = std::fread(buffer_.data(), 1, buffer_.size(), file_.get());
  read_ += end_;
  if (end_ == 0 && std::ferror(file_.get())) fail(fmt::format("cannot be read: {}", std::strerror(errno)));
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

std::string_view ByteSource::decompressed() {
  ZSTD_outBuffer out{text_.data(), text_.size(), 0};
  while (out.pos == 0) {
    if (begin_ == end_ && !has_more_) fill();
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
