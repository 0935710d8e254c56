// Reads text files line by line through one buffer and counts the lines for error messages.
#include "core/base/line_reader.h"

#include <atomic>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/descriptor.h"

namespace topomorph::inline base {
namespace {
constexpr std::size_t kFirstBuffer = std::size_t{1} << 18;
std::atomic<bool> pipes_are_refused = false;

[[noreturn]] void fail_as_too_large(const std::string& path, std::uint64_t most) {
  throw InputError(path, 0, "found more than " + std::to_string(most) + " bytes, expected at most that");
}

/// Throws InputError unless it can be read as a file. Returns the number of bytes; 0 for a pipe.
std::uint64_t check_kind(const struct stat& status, const std::string& path, std::uint64_t most) {
  if (S_ISDIR(status.st_mode)) errno = EISDIR, fail_by_errno(path, "cannot be read");
  if (S_ISFIFO(status.st_mode) && !pipes_are_refused) return 0;
  if (!S_ISREG(status.st_mode)) throw InputError(path, 0, "is no regular file");
  if (static_cast<std::uint64_t>(status.st_size) > most) fail_as_too_large(path, most);
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

void refuse_pipes() { pipes_are_refused = true; }

LineReader::LineReader(const std::string& path, std::uint64_t most) : path_(path), most_(most) {
  // Looked at before it is opened, because opening a pipe waits for its other end and opening a device may have side
  // effects; and again, because it may have become one since.
  struct stat before = {}, status = {};
  if (stat(path.c_str(), &before) != 0) fail_by_errno(path, "cannot be read");
  check_kind(before, path, most);
  const int never_waits = S_ISFIFO(before.st_mode) ? 0 : O_NONBLOCK | O_NOCTTY;
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | never_waits));
  if (!file || fstat(file.get(), &status) != 0) fail_by_errno(path, "cannot be read");
  if (S_ISFIFO(status.st_mode) && !S_ISFIFO(before.st_mode)) throw InputError(path, 0, "is no regular file");
  bytes_ = check_kind(status, path, most);
  file_.reset(fdopen(file.get(), "rb"));
  if (!file_) fail_by_errno(path, "cannot be read");
  file.release();
  buffer_.resize(kFirstBuffer);
}

bool LineReader::refill() {
  if (at_end_) return false;
  if (begin_ > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (end_ > kLongestLine) {
    throw InputError(path_, line_ + 1, "found a line of more than " + std::to_string(kLongestLine) + " bytes");
  }
  if (end_ == buffer_.size()) buffer_.resize(buffer_.size() * 2);
  const std::size_t got = std::fread(buffer_.data() + end_, 1, buffer_.size() - end_, file_.get());
  if (got == 0 && std::ferror(file_.get())) fail_by_errno(path_, "cannot be read");
  if ((read_ += got) > most_) fail_as_too_large(path_, most_);
  at_end_ = got == 0;
  end_ += got;
  return got > 0;
}

std::optional<std::string_view> LineReader::next_until_newline() {
  std::size_t scanned = 0;
  const char* newline = nullptr;
  do {
    newline = static_cast<const char*>(std::memchr(buffer_.data() + begin_ + scanned, '\n', end_ - begin_ - scanned));
    scanned = end_ - begin_;
  } while (newline == nullptr && refill());
  if (newline == nullptr && begin_ == end_) return std::nullopt;

  const char* const first = buffer_.data() + begin_;
  const char* const last = newline != nullptr ? newline : buffer_.data() + end_;
  std::string_view line(first, static_cast<std::size_t>(last - first));
  begin_ += line.size() + (newline != nullptr ? 1 : 0);
  open_ended_ = newline == nullptr && !line.ends_with('\r');
  while (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view LineReader::without_byte_order_mark(std::string_view first) const {
  if (first.starts_with("\xff\xfe") || first.starts_with("\xfe\xff")) {
    throw InputError(path_, 1, "found text in UTF-16, expected ASCII or UTF-8");
  }
  static constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (first.starts_with(kMark)) first.remove_prefix(kMark.size());
  return first;
}

std::optional<std::string_view> LineReader::next() {
  if (!rest_) rest_ = next_until_newline();
  if (!rest_) return std::nullopt;
  if (++line_ == 1) rest_ = without_byte_order_mark(*rest_);
  const std::string_view line = rest_->substr(0, rest_->find('\r'));
  if (line.size() == rest_->size()) {
    rest_.reset();
  } else {
    rest_->remove_prefix(line.size() + 1);
  }
  return line;
}

void LineReader::fail(const std::string& message) const { throw InputError(path_, line_, message); }

std::string_view Words::next() {
  // Words are short and separators few: the searches of std::string_view, one memchr() a character, took six times as
  // long.
  const auto separates = [this](char c) {
    for (const char separator : separators_) {
      if (c == separator) return true;
    }
    return false;
  };
  std::size_t start = 0;
  while (start < rest_.size() && separates(rest_[start])) ++start;
  std::size_t stop = start;
  while (stop < rest_.size() && !separates(rest_[stop])) ++stop;
  const std::string_view word = rest_.substr(start, stop - start);
  rest_.remove_prefix(stop);
  return word;
}

}  // namespace topomorph::inline base
