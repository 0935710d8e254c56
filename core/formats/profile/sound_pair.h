// Whether the costs of a measured pair are some that a job can have found.
#pragma once

#include "core/formats/profile/network_rows.h"

namespace topomorph::formats {

/// Whether a measurement can have found these costs: finite, and none without time. Says nothing of the ranks.
bool has_sound_costs(const ProfiledPair& pair);

}  // namespace topomorph::formats
