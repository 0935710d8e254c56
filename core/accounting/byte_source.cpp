// Reads files, pipes and standard input, decompressed where they are compressed.
#include "core/accounting/byte_source.h"

#include <cerrno>
#include <cstring>
#include <new>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "core/base/error.h"

namespace topomorph::accounting {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 18;
constexpr std::string_view kMagic = "\x28\xb5\x2f\xfd";
constexpr std::string_view kSkippable = "\x2a\x4d\x18";  // after 0x50 to 0x5f: a frame of other data, as pzstd begins
/// 128 MiB, zstd's own default: a frame that wants a larger window is refused, so that memory stays bounded.
constexpr int kLargestWindow = 27;

void free_frames(ZSTD_DCtx* frames) { ZSTD_freeDCtx(frames); }

std::FILE* open_file(const std::string& path) {
  const bool is_input = path == kStandardInput;
  const int descriptor = is_input ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  std::FILE* const file = descriptor < 0 ? nullptr : fdopen(descriptor, "rb");
  if (file == nullptr) throw InputError(path, 0, fmt::format("cannot be read: {}", std::strerror(errno)));
  return file;
}

/// Throws InputError for a folder and a device. Returns the size of a regular file; 0 for a pipe or socket.
std::uint64_t size_of(std::FILE* file, const std::string& path) {
  struct stat status = {};
  if (fstat(fileno(file), &status) != 0) {
    throw InputError(path, 0, fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  if (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)) return 0;
  if (!S_ISREG(status.st_mode)) throw InputError(path, 0, "is no regular file, expected one, or a pipe");
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

ByteSource::ByteSource(const std::string& path)
    : path_(path == kStandardInput ? "standard input" : path),
      file_(open_file(path)),
      buffer_(kBuffer),
      frames_(nullptr, free_frames) {
  size_ = size_of(file_.get(), path_);
}

ByteSource::~ByteSource() = default;

void ByteSource::fail(const std::string& message) {
  at_end_ = true;
  begin_ = end_ = 0;
  throw InputError(path_, 0, message);
}

/// Reads until the buffer is full or the file ends: a pipe gives a few bytes at a time, fewer than the magic number.
void ByteSource::fill() {
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
