// The file of one measured network as "key=value" lines.
#pragma once

#include "core/store/networks.h"
#include "core/wire/frame_io.h"

namespace topomorph::store {

/// Returns hosts, mpi, and `date`, `pair0`, `pair1`, … of the newest measurement, as files of versions that kept one.
/// The keys of earlier measurements begin with "earlier1_", "earlier2_", …
wire::KeyValues values_of_network(const StoredNetwork& network);

/// Reads kMostMeasurements at the most. Throws InputError for missing or invalid values.
StoredNetwork network_of(const wire::KeyValues& values);

}  // namespace topomorph::store
