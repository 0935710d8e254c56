// Decides what Slurm's plugin does with a step.
#include "plugin/slurm/step.h"

#include <algorithm>
#include <iterator>

#include "core/base/containers.h"
#include "core/base/text.h"

namespace topomorph::slurm {
namespace {

constexpr std::string_view kDaemons[] = {"orted",     "prted",   "hydra_pmi_proxy", "hydra_bstrap_proxy",
                                         "pmi_proxy", "mpispawn"};

constexpr std::string_view kModes[] = {"auto", "profile", "run", "off"};

std::string_view name_in(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

bool is_mode(std::string_view text) noexcept { return std::ranges::find(kModes, text) != std::end(kModes); }

bool Configuration::take(std::string_view word) noexcept {
  if (take_prefix(word, "library=")) return library_ = word, word.starts_with('/');
  if (take_prefix(word, "default=")) return default_ = word, is_mode(word);
  if (!take_prefix(word, "partition=") || count_ == partitions_.size()) return false;
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

bool starts_containers(std::string_view program) noexcept { return container_runtime(name_in(program)) != nullptr; }

std::string_view mode_of(const Step& step, const Configuration& configuration) noexcept {
  if (step.number > kLastNumber || step.tasks < 2 || step.in_container) return {};
  if (step.environment == "off" || std::ranges::find(kDaemons, name_in(step.program)) != std::end(kDaemons)) return {};
  if (step.site.text == "off" && (step.site.is_final || step.option.empty())) return {};
  if (!step.option.empty()) return is_mode(step.option) ? step.option : "auto";
  if (!step.environment.empty() || starts_containers(step.program)) return {};
  const std::string_view mode = configuration.mode_of(step.partition);
  return mode == "off" ? std::string_view() : mode;
}

}  // namespace topomorph::slurm
