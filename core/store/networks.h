// The networks that jobs have measured: a small file in the store for each set of hosts and each MPI library.
//
//   STORE/networks/0123456789abcdef.network    hosts, mpi, and the newest measurements: date and pairs
//
// Programs share them. A file appears whole, by renaming, and replaces that of the same hosts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/formats/profile/network_rows.h"
#include "core/store/kept_folder.h"
#include "core/wire/frame_io.h"

namespace topomorph::store {

inline constexpr std::size_t kMostNetworks = 32;          ///< of a store; the oldest goes first
inline constexpr int kNetworkDays = 30;                   ///< after which a measurement does not count any more
inline constexpr std::size_t kMostMeasurements = 5;       ///< of a network: the newest
inline constexpr std::ptrdiff_t kEnoughMeasurements = 3;  ///< with fewer, a job measures again

/// What a job measures: its hosts, as its MPI library uses them.
struct Fabric {
  std::vector<std::string> hosts;  ///< sorted, each once
  std::string mpi;                 ///< the library and its version

  /// Returns "0123456789abcdef", the name of its network.
  std::string name() const;
};

/// What one job has measured.
struct NetworkMeasurement {
  std::string date;                          ///< "2026-11-20T15:01:02Z"
  std::vector<formats::ProfiledPair> pairs;  ///< empty: the measurement has failed; ranks are 0
};

struct StoredNetwork {
  Fabric fabric;
  std::vector<NetworkMeasurement> measurements;  ///< the newest first; at least one, at the most kMostMeasurements

  const NetworkMeasurement& newest() const { return measurements.front(); }
  /// Returns the pairs of each measurement that counts: of all from the last kNetworkDays days, else of the newest.
  std::vector<std::vector<formats::ProfiledPair>> used() const;
  bool is_known() const;  ///< some measurement has succeeded
};

/// What the store knows for a job.
struct KnownNetwork {
  std::string name = {};    ///< of the newest network of all its hosts, else the newest at all; empty: none is known
  bool is_settled = false;  ///< in the last kNetworkDays days, all hosts were measured often enough, or it has failed
};

/// Looks for the network of a job. Passes over what is damaged or cannot be read.
KnownNetwork find_network(const std::string& store, const Fabric& job);

/// Throws InputError, also if the file is damaged or gone.
StoredNetwork read_network(const std::string& store, const std::string& name);

/// Returns the network with the newest measurement; nothing if the store has none.
std::optional<StoredNetwork> newest_network(const std::string& store);

/// Adds a measurement, and drops the oldest files above kMostNetworks. Throws InputError.
void add_network(const Location& store, const Fabric& fabric, const NetworkMeasurement& measurement);

/// Removes all. Throws InputError.
std::size_t forget_networks(const Location& store);

/// Returns hosts, mpi, and `date`, `pair0`, `pair1`, … of the newest measurement, as files of versions that kept one.
/// The keys of earlier measurements begin with "earlier1_", "earlier2_", …
wire::KeyValues values_of_network(const StoredNetwork& network);

/// Reads kMostMeasurements at the most. Throws InputError for missing or invalid values.
StoredNetwork network_of(const wire::KeyValues& values);

}  // namespace topomorph::store
