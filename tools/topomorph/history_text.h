// What topomorph auto remembers, for people and for programs.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/store/store.h"

namespace topomorph::cli {

/// The runs of a case in one situation: the places and costs that an order is for.
struct Situation {
  std::string id, place;
  std::size_t runs = 0;
  std::vector<double> launcher, reordered;  ///< seconds in MPI of the runs that count, at the profile's traffic
  const store::Run* last = nullptr;
  std::optional<double> gain;  ///< predicted, percent, when it was last asked for
};

/// Those of an entry, the one that was used last first. Points into the entry.
std::vector<Situation> situations_of(const store::Entry& entry);

std::string history_text(std::span<const store::Entry> entries);
std::string history_json(const std::string& store, std::span<const store::Entry> entries);

}  // namespace topomorph::cli
