// Whether a measured network can be relied on.
#pragma once

#include <span>
#include <string>

#include "core/formats/profile/network_rows.h"

namespace topomorph::evaluation {

/// Returns why predictions cannot be made from these pairs, "684 us inside hosts against 104 us between them"; empty:
/// they can. The pairs contradict each other, some value is beyond what machines have, or all pairs of a reach doubt a
/// value: one pair that agrees with itself is enough. Otherwise the doubt is `marked`, that of the profile.
std::string doubt_about(std::span<const formats::ProfiledPair> pairs, const std::string& marked = {});

/// Returns "the network could not be measured reliably: 684 us inside hosts against 104 us between them"; empty without
/// a doubt.
std::string clause_of_doubt(const std::string& doubt);

}  // namespace topomorph::evaluation
