// Decides what Slurm's plugin does with a step.
#include "plugin/slurm/step.h"

#include <algorithm>
#include <iterator>
#include <string>

#include <unistd.h>

#include "core/base/file_name.h"
#include "core/base/interpreters.h"
#include "core/base/text.h"

namespace topomorph::slurm {
namespace {

constexpr std::string_view kDaemons[] = {"orted",     "prted",   "hydra_pmi_proxy", "hydra_bstrap_proxy",
                                         "pmi_proxy", "mpispawn"};

constexpr std::string_view kModes[] = {"auto", "profile", "run", "off"};

}  // namespace

bool is_mode(std::string_view text) noexcept { return std::ranges::find(kModes, text) != std::end(kModes); }

bool Configuration::take(std::string_view word) noexcept {
  if (take_prefix(word, "library=")) return library_ = word, word.starts_with('/');
  if (take_prefix(word, "default=")) return default_ = word, is_mode(word);
  if (!take_prefix(word, "partition=") || count_ == partitions_.size()) return false;
  const std::size_t colon = word.rfind(':');
  if (colon == word.npos || colon == 0) return false;
  const Partition partition{word.substr(0, colon), word.substr(colon + 1)};
  const bool is_name = partition.name.find_first_of(",*?[") == word.npos;  // lists and patterns would fit nothing
  if (!is_name || is_known(partition.name)) return false;
  partitions_[count_++] = partition;
  return is_mode(partition.mode);
}

bool Configuration::is_known(std::string_view partition) const noexcept {
  return std::any_of(partitions_.begin(), partitions_.begin() + static_cast<std::ptrdiff_t>(count_),
                     [&](const Partition& known) { return known.name == partition; });
}

std::string_view Configuration::read(int count, char** words) noexcept {
  for (int i = 0; i < count; ++i) {
    if (!take(words[i])) return words[i];
  }
  return {};
}

std::string_view Configuration::mode_of(std::string_view partitions) const noexcept {
  const std::size_t comma = partitions.rfind(',');
  if (comma == partitions.npos) return mode_of_one(partitions);
  const std::string_view last = mode_of_one(partitions.substr(comma + 1));
  return mode_of(partitions.substr(0, comma)) == last ? last : "off";
}

std::string_view Configuration::mode_of_one(std::string_view partition) const noexcept {
  const auto end = partitions_.begin() + static_cast<std::ptrdiff_t>(count_);
  const auto found = std::find_if(partitions_.begin(), end, [&](const Partition& p) { return p.name == partition; });
  return found == end ? default_ : found->mode;
}

bool starts_containers(std::string_view program) noexcept { return container_runtime(file_name(program)) != nullptr; }

bool can_be_started(std::string_view program, std::string_view path) {
  const auto is_there = [](const std::string& file) { return access(file.c_str(), X_OK) == 0; };
  if (program.find('/') != program.npos) return is_there(std::string(program));
  while (!path.empty()) {
    if (is_there(std::string(take_until(path, ':')) + '/' + std::string(program))) return true;
  }
  return false;
}

std::string_view mode_of(const Step& step, const Configuration& configuration) noexcept {
  if (step.number > kLastNumber || step.tasks < 2 || step.in_container) return {};
  if (step.environment == "off" || std::ranges::find(kDaemons, file_name(step.program)) != std::end(kDaemons))
    return {};
  if (step.site.text == "off" && (step.site.is_final || step.option.empty())) return {};
  if (!step.option.empty()) return is_mode(step.option) ? step.option : "auto";
  const std::string_view mode = configuration.mode_of(step.partition);
  if (mode == "off" || starts_containers(step.program)) return {};
  return step.environment.empty() ? mode : step.environment;
}

}  // namespace topomorph::slurm
