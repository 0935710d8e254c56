// Converts groups of ranks to text and back.
#include "core/wire/members.h"

#include <charconv>

#include "core/base/error.h"

namespace topomorph::wire {
namespace {

/// Returns how many of the first ranks have equal steps.
std::size_t run_of(std::span<const int> ranks) {
  std::size_t length = ranks.size() < 2 ? ranks.size() : 2;
  while (length < ranks.size() && ranks[length] - ranks[length - 1] == ranks[1] - ranks[0]) ++length;
  return length;
}

[[noreturn]] void refuse(std::string_view text) {
  throw InputError("group '" + std::string(text.substr(0, 60)) +
                   "': expected ascending ranks of the job, as 0-15 or 0-60:4 or 1,7");
}

class Reader {
 public:
  Reader(std::string_view text, std::uint64_t ranks) : text_(text), rest_(text), ranks_(ranks) {}

  std::vector<std::uint64_t> read() {
    do {
      read_run();
    } while (take(','));
    if (!rest_.empty()) refuse(text_);
    return std::move(members_);
  }

 private:
  bool take(char c) {
    const bool there = !rest_.empty() && rest_.front() == c;
    if (there) rest_.remove_prefix(1);
    return there;
  }

  std::uint64_t number() {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc() || value >= ranks_) refuse(text_);
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  void read_run() {
    const std::uint64_t first = number(), last = take('-') ? number() : first, step = take(':') ? number() : 1;
    if (step == 0 || last < first || (!members_.empty() && first <= members_.back())) refuse(text_);
    for (std::uint64_t rank = first; rank <= last; rank += step) members_.push_back(rank);
  }

  std::string_view text_, rest_;
  std::uint64_t ranks_;
  std::vector<std::uint64_t> members_;
};

}  // namespace

std::string members_text(std::span<const int> ranks) {
  std::string text;
  while (!ranks.empty()) {
    std::size_t run = run_of(ranks);
    if (run == 2) run = 1;  // two ranks are written singly
    const int first = ranks[0], last = ranks[run - 1], step = run > 1 ? ranks[1] - first : 1;
    text += (text.empty() ? "" : ",") + std::to_string(first);
    if (run > 1) text += "-" + std::to_string(last);
    if (step > 1) text += ":" + std::to_string(step);
    ranks = ranks.subspan(run);
  }
  return text;
}

std::vector<std::uint64_t> members_of(std::string_view text, std::uint64_t ranks) { return Reader(text, ranks).read(); }

}  // namespace topomorph::wire
