// Writes an affinity that no job has measured as a profile.
#pragma once

#include <string>

#include "core/base/folder.h"
#include "core/model/affinity.h"
#include "core/wire/frame_io.h"

namespace topomorph::formats {

/// Writes all traffic as point-to-point messages of one phase, of processes whose places are not known. `meta` is that
/// of the profile; ranks is set. The file appears whole or not at all. Throws InputError.
void write_affinity_profile(const Affinity& affinity, wire::KeyValues meta, const std::string& path);
/// The same in a folder that is held open, with exactly these rights.
void write_affinity_profile(const Affinity& affinity, wire::KeyValues meta, const Folder& folder,
                            const std::string& name, mode_t mode);

}  // namespace topomorph::formats
