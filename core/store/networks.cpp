// Reads and writes the networks that jobs have measured.
#include "core/store/networks.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/ranges.h>

#include "core/base/date.h"
#include "core/base/digest.h"
#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/base/text.h"
#include "core/store/names.h"
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

namespace {

/// Returns what the keys of a measurement begin with. 0 is the newest.
std::string prefix_of(std::size_t measurement) {
  return measurement == 0 ? "" : fmt::format("earlier{}_", measurement);
}

std::string key_of(const std::string& prefix, std::size_t pair) { return fmt::format("{}pair{}", prefix, pair); }

std::string text_of(const formats::ProfiledPair& pair) {
  return fmt::format("{} {} {} {} {} {} {} {}", wire::name(pair.reach), pair.latency, pair.bandwidth, pair.burst_bytes,
                     pair.burst_bandwidth, pair.send, pair.receive, pair.waiting);
}

formats::ProfiledPair pair_of(const std::string& text) {
  Words words(text);
  formats::ProfiledPair pair;
  pair.reach = wire::reach_named(words.next());
  for (double* value : {&pair.latency, &pair.bandwidth, &pair.burst_bytes, &pair.burst_bandwidth, &pair.send,
                        &pair.receive, &pair.waiting})
    *value = parse_real(words.next()).value_or(-1);
  if (!formats::has_sound_costs(pair) || !words.next().empty())
    throw InputError("'" + beginning_of(text) + "' is no measured pair");
  return pair;
}

/// Returns an empty text for a key that is not there.
std::string text_at(const wire::KeyValues& values, const std::string& key) {
  const auto found = values.find(key);
  return found == values.end() ? "" : found->second;
}

NetworkMeasurement measurement_of(const wire::KeyValues& values, const std::string& prefix) {
  NetworkMeasurement measurement{text_at(values, prefix + "date"), {}};
  for (std::size_t i = 0; values.contains(key_of(prefix, i)); ++i)
    measurement.pairs.push_back(pair_of(values.at(key_of(prefix, i))));
  return measurement;
}

}  // namespace

wire::KeyValues values_of_network(const StoredNetwork& network) {
  wire::KeyValues values = {{"hosts", fmt::format("{}", fmt::join(network.fabric.hosts, "\n"))},
                            {"mpi", network.fabric.mpi}};
  for (std::size_t m = 0; m < network.measurements.size(); ++m) {
    const NetworkMeasurement& measurement = network.measurements[m];
    const std::string prefix = prefix_of(m);
    values[prefix + "date"] = measurement.date;
    for (std::size_t i = 0; i < measurement.pairs.size(); ++i)
      values[key_of(prefix, i)] = text_of(measurement.pairs[i]);
  }
  return values;
}

StoredNetwork network_of(const wire::KeyValues& values) {
  StoredNetwork network{{wire::lines(text_at(values, "hosts") + "\n"), text_at(values, "mpi")}, {}};
  for (std::size_t m = 0; m < kMostMeasurements; ++m) {
    if (text_at(values, prefix_of(m) + "date").empty()) break;
    network.measurements.push_back(measurement_of(values, prefix_of(m)));
  }
  if (text_at(values, "hosts").empty() || network.measurements.empty()) throw InputError("hosts or date are missing");
  return network;
}

}  // namespace topomorph::store
