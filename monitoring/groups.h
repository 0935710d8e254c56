// The groups of processes that dense collectives run over, and their numbers.
#pragma once

#include <cstdint>
#include <string>

#include "monitoring/name_list.h"

namespace topomorph::monitoring::groups {

/// A program that makes communicators without end makes them of few groups; who makes more has traffic counted per
/// peer.
inline constexpr std::uint32_t kMaximalGroups = 4096;

/// The number of the group that has all roles.
inline constexpr std::uint32_t kWorld = 0;

/// What number_of() says where there are too many.
inline constexpr std::uint32_t kNone = NameList::kFull;

/// The number of the group with these members, as wire::members_text() writes them. The first that is asked for must be
/// that of all roles. Throws bad_alloc, with nothing changed.
std::uint32_t number_of(std::string members);

/// The list itself.
NameList& all();

}  // namespace topomorph::monitoring::groups
