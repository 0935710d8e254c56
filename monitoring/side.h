// The two groups of an intercommunicator.
#pragma once

namespace topomorph::monitoring {

/// Which group a rank is meant in; an intracommunicator has only the local one.
enum class Side { Local, Remote };

}  // namespace topomorph::monitoring
