// The networks that jobs have measured: a small file in the store for each set of hosts and each MPI library.
//
//   STORE/networks/0123456789abcdef.network    date, hosts, mpi, and the measured pairs
//
// Programs share them. A file appears whole, by renaming, and replaces that of the same hosts.
#pragma once

#include <string>
#include <vector>

#include "core/formats/profile/network_rows.h"
#include "core/store/sharing.h"

namespace topomorph::store {

inline constexpr std::size_t kMostNetworks = 32;  ///< of a store; the oldest goes first
inline constexpr int kNetworkDays = 30;           ///< after which a network is measured again

/// What a job measures: its hosts, as its MPI library uses them.
struct Fabric {
  std::vector<std::string> hosts;  ///< sorted, each once
  std::string mpi;                 ///< the library and its version

  /// Returns "0123456789abcdef", the name of its network.
  std::string name() const;
};

struct StoredNetwork {
  Fabric fabric;
  std::string date;                          ///< "2026-11-20T15:01:02Z"
  std::vector<formats::ProfiledPair> pairs;  ///< empty: the measurement has failed; ranks are 0
};

/// What the store knows for a job.
struct KnownNetwork {
  std::string name = {};   ///< of the newest network of all its hosts, else the newest at all; empty: none is known
  bool is_recent = false;  ///< all hosts were measured in the last kNetworkDays days, or it was tried
};

/// Looks for the network of a job. Passes over what is damaged or cannot be read.
KnownNetwork find_network(const std::string& store, const Fabric& job);

/// Throws InputError, also if the file is damaged or gone.
StoredNetwork read_network(const std::string& store, const std::string& name);

/// Returns the newest network; one without pairs if the store has none.
StoredNetwork newest_network(const std::string& store);

/// Adds a network, and drops the oldest files above kMostNetworks. Throws InputError.
void add_network(const Location& store, const StoredNetwork& network);

/// Removes all. Throws InputError.
void forget_networks(const Location& store);

}  // namespace topomorph::store
