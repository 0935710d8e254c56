// Cuts bytes into lines, in bounded memory however long a line is.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace topomorph::accounting {

/// In bytes. A record is far shorter, and a line of a damaged file must not take all memory.
inline constexpr std::size_t kLongestRecord = std::size_t{1} << 16;

/// Cuts bytes into lines. Holds at most one line; of a longer one than kLongestRecord, only that it is too long.
class LineCutter {
 public:
  /// Calls work(line, is_whole) for each line that ends in `bytes`.
  template <typename Work>
  void cut(std::string_view bytes, Work work) {
    while (!bytes.empty()) {
      const auto* const newline = static_cast<const char*>(std::memchr(bytes.data(), '\n', bytes.size()));
      if (newline == nullptr) return keep(bytes);
      const auto length = static_cast<std::size_t>(newline - bytes.data());
      if (begun_.empty() && !is_cut_) {
        work(bytes.substr(0, length), length <= kLongestRecord);
      } else {
        keep(bytes.substr(0, length));
        finish(work);
      }
      bytes.remove_prefix(length + 1);
    }
  }

  /// Calls `work` for a last line without a newline.
  template <typename Work>
  void finish(Work work) {
    if (!begun_.empty() || is_cut_) work(std::string_view(begun_), !is_cut_);
    begun_.clear();
    is_cut_ = false;
  }

 private:
  void keep(std::string_view bytes) {
    is_cut_ = is_cut_ || begun_.size() + bytes.size() > kLongestRecord;
    if (!is_cut_) begun_ += bytes;
  }

  std::string begun_;  // of a line that the last bytes did not end
  bool is_cut_ = false;
};

}  // namespace topomorph::accounting
