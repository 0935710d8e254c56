// Writes and compares cards.
#include "reorder/agreement/card.h"

#include <algorithm>
#include <iterator>

#include "core/settings/settings.h"
#include "core/wire/wire.h"
#include "reorder/agreement/wanted_mode.h"
#include "runtime/process/environment.h"

namespace topomorph::reorder {
namespace {

constexpr settings::Id kShared[] = {settings::Id::ReorderTopologies, settings::Id::EngineTimeout,
                                    settings::Id::Patience};

/// Adds a value of the environment, which may be anything: cut at a comma and to a limited length.
void add(process::FixedString& card, std::string_view value) {
  constexpr std::size_t kLongest = 32;
  card << value.substr(0, std::min(kLongest, value.find_first_of(",\n"))) << ",";
}

/// Returns the name of the value at `place`.
std::string_view name_of_value(std::size_t place) {
  constexpr std::string_view kFirst[] = {"version", "mode"};
  const std::size_t settings_from = std::size(kFirst);
  if (place < settings_from) return kFirst[place];
  return place - settings_from < std::size(kShared) ? settings::get(kShared[place - settings_from]).variable : "";
}

/// Removes the first value and returns it.
std::string_view next_value(std::string_view& card) {
  const std::string_view value = card.substr(0, card.find(','));
  card.remove_prefix(std::min(value.size() + 1, card.size()));
  return value;
}

process::FixedString named(const Holder& holder) {
  process::FixedString line("rank ");
  line << holder.rank;
  return holder.host.empty() ? line : line << " on host " << holder.host;
}

}  // namespace

process::FixedString own_card() noexcept {
  process::FixedString card, version(TOPOMORPH_VERSION);
  add(card, version << "/" << wire::kVersion);
  add(card, wanted_mode());
  for (const settings::Id id : kShared) add(card, process::raw_value(id));
  return card;
}

process::FixedString difference(std::string_view theirs, const Holder& them, std::string_view mine,
                                std::uint32_t me) noexcept {
  if (theirs == mine) return {};
  process::FixedString line = named(them);
  if (theirs.empty()) return line << " is without this library, or has it switched off";
  for (std::size_t place = 0; !theirs.empty() && !mine.empty(); ++place) {
    const std::string_view name = name_of_value(place), other = next_value(theirs), own = next_value(mine);
    if (other == own) continue;
    return line << " has " << name << " " << other << ", rank " << me << " has " << name << " " << own;
  }
  return line << " has a library of another version";
}

}  // namespace topomorph::reorder
