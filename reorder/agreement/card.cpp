// Writes and compares cards.
#include "reorder/agreement/card.h"

#include <cstdlib>

#include "core/settings/settings.h"
#include "core/wire/wire.h"

namespace topomorph::reorder {
namespace {

constexpr settings::Id kShared[] = {settings::Id::ReorderTopologies, settings::Id::EngineTimeout,
                                    settings::Id::Patience};

/// A value of the environment may be anything: no newline, and not too much of it.
void add(Line& card, std::string_view name, std::string_view value) {
  constexpr std::size_t kLongest = 40;
  card << name << "=" << value.substr(0, std::min(kLongest, value.find('\n'))) << "\n";
}

std::string_view value_of(const settings::Setting& setting) {
  const char* const value = std::getenv(setting.variable);
  return value == nullptr || *value == '\0' ? setting.initial : value;
}

struct Pair {
  std::string_view name, value;
};

/// Cuts the first pair off.
Pair next_pair(std::string_view& card) {
  const std::string_view line = card.substr(0, card.find('\n'));
  card.remove_prefix(std::min(line.size() + 1, card.size()));
  const std::size_t equals = std::min(line.find('='), line.size());
  return {line.substr(0, equals), line.substr(std::min(equals + 1, line.size()))};
}

Line named(const Holder& holder) {
  Line line("rank ");
  line << holder.rank;
  return holder.host.empty() ? line : line << " on host " << holder.host;
}

}  // namespace

Line own_card() noexcept {
  Line card, version(TOPOMORPH_VERSION);
  add(card, "version", version << " (" << wire::kVersion << ")");
  add(card, "mode", value_of(settings::get(settings::Id::Mode)));
  for (const settings::Id id : kShared) add(card, settings::get(id).variable, value_of(settings::get(id)));
  return card;
}

Line difference(std::string_view theirs, const Holder& them, std::string_view mine, std::uint32_t me) noexcept {
  if (theirs == mine) return {};
  Line line = named(them);
  if (theirs.empty()) return line << " is without this library, or has it switched off";
  while (!theirs.empty() && !mine.empty()) {
    const Pair other = next_pair(theirs), own = next_pair(mine);
    if (other.name == own.name && other.value == own.value) continue;
    if (other.name != own.name) break;
    return line << " has " << other.name << " " << other.value << ", rank " << me << " has " << own.name << " "
                << own.value;
  }
  return line << " has a library of another version";
}

}  // namespace topomorph::reorder
