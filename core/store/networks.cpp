// Reads and writes the networks that jobs have measured.
#include "core/store/networks.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/ranges.h>

#include "core/base/date.h"
#include "core/base/digest.h"
#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/formats/profile/sound_pair.h"
#include "core/store/kept_folder.h"
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

std::string joined(const std::vector<std::string>& lines) { return fmt::format("{}", fmt::join(lines, "\n")); }

std::string key_of(std::size_t pair) { return fmt::format("pair{}", pair); }

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
  if (!formats::has_sound_costs(pair) || !words.next().empty()) throw InputError("'" + text + "' is no measured pair");
  return pair;
}

wire::KeyValues values_of_network(const StoredNetwork& network) {
  wire::KeyValues values = {
      {"date", network.date}, {"hosts", joined(network.fabric.hosts)}, {"mpi", network.fabric.mpi}};
  for (std::size_t i = 0; i < network.pairs.size(); ++i) values[key_of(i)] = text_of(network.pairs[i]);
  return values;
}

StoredNetwork network_of(wire::KeyValues values) {
  StoredNetwork network{{wire::lines(values["hosts"] + "\n"), values["mpi"]}, values["date"], {}};
  for (std::size_t i = 0; values.contains(key_of(i)); ++i) network.pairs.push_back(pair_of(values[key_of(i)]));
  if (values["hosts"].empty() || network.date.empty()) throw InputError("hosts or date are missing");
  return network;
}

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

bool is_recent(const StoredNetwork& network) { return network.date >= limit_of_age(); }

bool has_all(const Fabric& fabric, const Fabric& job) { return std::ranges::includes(fabric.hosts, job.hosts); }

}  // namespace

std::string Fabric::name() const { return digest(mpi + "\n" + joined(hosts)); }

KnownNetwork find_network(const std::string& store, const Fabric& job) {
  const auto folder = networks_in(store);
  if (!folder) return {};
  const auto own = read_if_good(*folder, file_of(job.name()));  // one file instead of all
  if (own && !own->pairs.empty() && is_recent(*own)) return {job.name(), true};
  KnownNetwork known;
  std::pair<bool, std::string> best;
  for (const StoredNetwork& network : all_in(store)) {
    if (network.fabric.mpi != job.mpi) continue;
    const std::pair<bool, std::string> rating{has_all(network.fabric, job), network.date};
    known.is_recent = known.is_recent || (rating.first && is_recent(network));
    if (network.pairs.empty() || rating < best) continue;
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

StoredNetwork newest_network(const std::string& store) {
  StoredNetwork newest;
  for (StoredNetwork& network : all_in(store)) {
    if (!network.pairs.empty() && network.date > newest.date) newest = std::move(network);
  }
  return newest;
}

void add_network(const Location& store, const StoredNetwork& network) {
  const KeptFolder networks = KeptFolder::open_to_write(store).make(kFolder);
  write_values(networks, file_of(network.fabric.name()), values_of_network(network));
  std::vector<std::pair<std::pair<std::int64_t, std::int64_t>, std::string>> files;  // also what killed jobs have left
  for (const std::string& name : networks.names()) {
    const auto status = is_own_name(name) ? networks.folder().look(name) : std::nullopt;
    if (status) files.push_back({{status->st_mtim.tv_sec, status->st_mtim.tv_nsec}, name});
  }
  std::ranges::sort(files, std::greater());
  for (std::size_t i = kMostNetworks; i < files.size(); ++i) networks.remove(files[i].second);
}

void forget_networks(const Location& store) {
  if (networks_in(store.folder)) KeptFolder::open_to_write(store).remove_folder(kFolder);
}

}  // namespace topomorph::store
