// Entries of the store of topomorph auto, as text and JSON.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/store/store.h"

namespace topomorph::command {

/// The runs of a case in one situation: with the same places and costs.
struct Situation {
  std::string id, place;
  std::size_t runs = 0;
  std::vector<double> launcher, reordered;  ///< seconds in MPI of the runs that count, scaled to the profile's traffic
  const store::Run* last = nullptr;
  std::optional<double> gain;  ///< percent, as last predicted
};

/// Returns the situations of an entry, the last used first, with pointers into the entry.
std::vector<Situation> situations_of(const store::Entry& entry);

std::string history_text(std::span<const store::Entry> entries);
std::string history_json(const std::string& store, std::span<const store::Entry> entries);

}  // namespace topomorph::command
