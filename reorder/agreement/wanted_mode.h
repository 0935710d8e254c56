// The mode of this process: what its user, its launcher or its site wants.
#pragma once

#include <string_view>

#include "core/settings/site.h"

namespace topomorph::reorder {

/// Returns the text of the mode (TOPOMORPH_MODE, or the site's), which may be invalid; "off" if a list of the site has
/// this job. Callable before MPI_Init.
std::string_view wanted_mode() noexcept;

enum class Mode { Monitor, Profile, Run, Auto, Off };

/// Returns the mode of this process (TOPOMORPH_MODE). An invalid value counts as Off; at_init() says so.
Mode mode() noexcept;

/// Whether the user has set the mode `off`; false for an invalid mode.
bool is_switched_off() noexcept;

/// Returns the list of the site that has this job; nullptr if none has.
const settings::SiteSetting* excluding_list() noexcept;

/// On the first process that the launcher has started: says what of the site file does not count, which of the user's
/// variables does not because the site's value is final, and, if the job was started by `topomorph`, that a list has
/// it. `topomorph` itself says the second.
void say_what_the_site_has() noexcept;

/// Returns the user's name as Slurm or the shell says it, and the partition or queue of the job; empty if unknown. The
/// names of users are not looked up, because that may ask a server.
std::string_view user_name() noexcept;
std::string_view partition_name() noexcept;

}  // namespace topomorph::reorder
