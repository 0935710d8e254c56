// Decides what Slurm's plugin does with a step.
#include "plugin/slurm/step.h"

#include <algorithm>

namespace topomorph::slurm {
namespace {

constexpr std::string_view kModes[] = {"auto", "profile", "run", "off"};

bool take_key(std::string_view& word, std::string_view key) {
  if (!word.starts_with(key)) return false;
  word.remove_prefix(key.size());
  return true;
}

}  // namespace

bool is_mode(std::string_view text) noexcept { return std::ranges::find(kModes, text) != std::end(kModes); }

bool Configuration::take(std::string_view word) noexcept {
  if (take_key(word, "library=")) return library_ = word, word.starts_with('/');
  if (take_key(word, "default=")) return default_ = word, is_mode(word);
  if (!take_key(word, "partition=") || count_ == partitions_.size()) return false;
  const std::size_t colon = word.rfind(':');
  if (colon == word.npos || colon == 0) return false;
  const Partition partition{word.substr(0, colon), word.substr(colon + 1)};
  partitions_[count_++] = partition;
  return is_mode(partition.mode);
}

std::string_view Configuration::read(int count, char** words) noexcept {
  for (int i = 0; i < count; ++i) {
    if (!take(words[i])) return words[i];
  }
  return {};
}

std::string_view Configuration::mode_of(std::string_view partition) const noexcept {
  const auto end = partitions_.begin() + static_cast<std::ptrdiff_t>(count_);
  const auto found = std::find_if(partitions_.begin(), end, [&](const Partition& p) { return p.name == partition; });
  return found == end ? default_ : found->mode;
}

std::string_view mode_of(const Step& step, const Configuration& configuration) noexcept {
  if (step.number > kLastNumber || step.tasks < 2 || step.in_container) return {};
  if (step.site.text == "off" && (step.site.is_final || step.option.empty())) return {};
  if (!step.option.empty()) return is_mode(step.option) ? step.option : "auto";
  if (!step.environment.empty()) return {};
  const std::string_view mode = configuration.mode_of(step.partition);
  return mode == "off" ? std::string_view() : mode;
}

}  // namespace topomorph::slurm
