// Reads and writes the networks that jobs have measured.
#include "core/store/networks.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include <fmt/ranges.h>

#include "core/base/date.h"
#include "core/base/digest.h"
#include "core/base/error.h"
#include "core/store/kept_folder.h"
#include "core/store/names.h"
#include "core/store/network_file.h"
#include "core/store/run_file.h"

namespace topomorph::store {
namespace {

constexpr const char* kFolder = "networks";

/// Returns nothing if the store has none.
std::optional<KeptFolder> networks_in(const std::string& store) {
  const auto folder = KeptFolder::open_if_there(store);
  return folder ? folder->enter_if_there(kFolder) : std::nullopt;
}

std::string file_of(const std::string& network) { return network + std::string(kNetworkEnding); }

StoredNetwork read(const KeptFolder& networks, const std::string& file) {
  const wire::KeyValues values = read_values(networks, file);
  try {
    return network_of(values);
  } catch (const InputError& error) {
    throw Damaged(networks.folder().path_of(file), error.what());
  }
}

/// Returns nothing for a file that is damaged, of a later version, or gone. Who only reads removes nothing: a damaged
/// file is replaced when its hosts are measured again.
std::optional<StoredNetwork> read_if_good(const KeptFolder& networks, const std::string& file) {
  try {
    return read(networks, file);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::vector<StoredNetwork> all_in(const std::string& store) {
  std::vector<StoredNetwork> networks;
  const auto folder = networks_in(store);
  std::size_t looks = 0;
  for (const std::string& name : folder ? folder->names() : std::vector<std::string>()) {
    if (!name.ends_with(kNetworkEnding) || !is_own_name(name)) continue;
    if (++looks > kMostNetworks) break;  // members of the store's group may have made more
    if (auto network = read_if_good(*folder, name)) networks.push_back(std::move(*network));
  }
  return networks;
}

/// Returns the date since which networks count as recent.
std::string limit_of_age() {
  const auto then = std::chrono::system_clock::now() - std::chrono::hours(24 * kNetworkDays);
  return date_text(std::chrono::system_clock::to_time_t(then));
}

bool is_recent(const NetworkMeasurement& measurement) { return measurement.date >= limit_of_age(); }

/// Whether the next job on these hosts needs no measurement: there are enough, or the last one has failed.
bool is_settled(const StoredNetwork& network) {
  const NetworkMeasurement& newest = network.newest();
  if (newest.pairs.empty()) return is_recent(newest);
  const auto counts = [](const NetworkMeasurement& one) { return is_recent(one) && !one.pairs.empty(); };
  return std::ranges::count_if(network.measurements, counts) >= kEnoughMeasurements;
}

bool has_all(const Fabric& fabric, const Fabric& job) { return std::ranges::includes(fabric.hosts, job.hosts); }

}  // namespace

std::string Fabric::name() const { return digest(fmt::format("{}\n{}", mpi, fmt::join(hosts, "\n"))); }

std::vector<std::vector<formats::ProfiledPair>> StoredNetwork::used() const {
  std::vector<std::vector<formats::ProfiledPair>> used;
  for (const NetworkMeasurement& measurement : measurements) {
    if (!measurement.pairs.empty() && (is_recent(measurement) || used.empty())) used.push_back(measurement.pairs);
  }
  return used;
}

bool StoredNetwork::is_known() const {
  return std::ranges::any_of(measurements, [](const NetworkMeasurement& one) { return !one.pairs.empty(); });
}

KnownNetwork find_network(const std::string& store, const Fabric& job) {
  const auto folder = networks_in(store);
  if (!folder) return {};
  const auto own = read_if_good(*folder, file_of(job.name()));  // one file instead of all
  if (own && own->is_known() && is_recent(own->newest())) return {job.name(), is_settled(*own)};
  KnownNetwork known;
  std::pair<bool, std::string> best;
  for (const StoredNetwork& network : all_in(store)) {
    if (network.fabric.mpi != job.mpi) continue;
    const std::pair<bool, std::string> rating{has_all(network.fabric, job), network.newest().date};
    known.is_settled = known.is_settled || (rating.first && is_settled(network));
    if (!network.is_known() || rating < best) continue;
    best = rating;
    known.name = network.fabric.name();
  }
  return known;
}

StoredNetwork read_network(const std::string& store, const std::string& name) {
  const auto folder = networks_in(store);
  if (!folder) throw InputError(store + "/" + kFolder + "/" + file_of(name), 0, "is not there");
  return read(*folder, file_of(name));
}

std::optional<StoredNetwork> newest_network(const std::string& store) {
  std::optional<StoredNetwork> newest;
  for (StoredNetwork& network : all_in(store)) {
    if (network.is_known() && (!newest || network.newest().date > newest->newest().date)) newest = std::move(network);
  }
  return newest;
}

namespace {

/// Puts a measurement in front of what the file of the same hosts has. Of the earlier ones, those that are used stay:
/// two jobs that end at once lose one of their measurements, and a later job makes another.
StoredNetwork with_earlier(const KeptFolder& networks, const Fabric& fabric, const NetworkMeasurement& measurement) {
  StoredNetwork network{fabric, {measurement}};
  const auto before = read_if_good(networks, file_of(fabric.name()));
  if (!before) return network;
  for (const NetworkMeasurement& earlier : before->measurements) {
    const bool is_used = !earlier.pairs.empty() && is_recent(earlier);
    if (is_used && network.measurements.size() < kMostMeasurements) network.measurements.push_back(earlier);
  }
  return network;
}

}  // namespace

void add_network(const Location& store, const Fabric& fabric, const NetworkMeasurement& measurement) {
  const KeptFolder networks = KeptFolder::open_to_write(store).make(kFolder);
  write_values(networks, file_of(fabric.name()), values_of_network(with_earlier(networks, fabric, measurement)));
  networks.keep_newest(kMostNetworks);
}

std::size_t forget_networks(const Location& store) { return KeptFolder::forget(store, kFolder); }

}  // namespace topomorph::store
