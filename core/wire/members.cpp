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

/// The ranks `first`, `first` + `step`, … up to `last`.
struct Run {
  std::uint64_t first = 0, last = 0, step = 1;
};

class Reader {
 public:
  Reader(std::string_view text, std::uint64_t ranks) : text_(text), rest_(text), ranks_(ranks) {}

  /// Calls visit(run) for the runs, which ascend.
  template <typename Visit>
  void read(Visit visit) {
    std::uint64_t least = 0;  // that the next run may begin with
    do {
      Run run{number()};
      run.last = take('-') ? number() : run.first;
      run.step = take(':') ? number() : 1;
      if (run.step == 0 || run.last < run.first || run.first < least) refuse(text_);
      least = run.last - (run.last - run.first) % run.step + 1;
      visit(run);
    } while (take(','));
    if (!rest_.empty()) refuse(text_);
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

  std::string_view text_, rest_;
  std::uint64_t ranks_;
};

std::uint64_t length_of(const Run& run) { return (run.last - run.first) / run.step + 1; }

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

std::uint64_t number_of_members(std::string_view text, std::uint64_t ranks) {
  std::uint64_t members = 0;
  Reader(text, ranks).read([&](const Run& run) { members += length_of(run); });
  return members;
}

std::vector<std::uint64_t> members_of(std::string_view text, std::uint64_t ranks) {
  std::vector<std::uint64_t> members;
  Reader(text, ranks).read([&](const Run& run) {
    for (std::uint64_t i = 0; i < length_of(run); ++i) members.push_back(run.first + i * run.step);
  });
  return members;
}

}  // namespace topomorph::wire
