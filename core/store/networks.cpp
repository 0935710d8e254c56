// Reads and writes the networks that jobs have measured.
#include "core/store/networks.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
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
#include "core/store/run_file.h"

namespace topomorph::store {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExtension = ".network";

fs::path folder_in(const std::string& store) { return fs::path(store) / "networks"; }

fs::path file_of(const std::string& store, const std::string& name) { return folder_in(store) / (name + kExtension); }

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

StoredNetwork read(const fs::path& file) {
  const wire::KeyValues values = read_values(file.string());
  try {
    return network_of(values);
  } catch (const InputError& error) {
    throw Damaged(file.string(), error.what());
  }
}

/// Returns nothing for a file that cannot be read, and removes it if it is damaged.
std::optional<StoredNetwork> read_if_good(const fs::path& file) {
  std::error_code gone;
  try {
    return read(file);
  } catch (const Damaged&) {
    fs::remove(file, gone);
  } catch (const InputError&) {  // of a later version, or another job has dropped it
  }
  return std::nullopt;
}

std::vector<fs::directory_entry> network_files(const std::string& store) {
  std::vector<fs::directory_entry> content;
  std::error_code error;
  for (fs::directory_iterator at(folder_in(store), error), end; !error && at != end; at.increment(error))
    content.push_back(*at);
  return content;
}

std::vector<StoredNetwork> all_in(const std::string& store) {
  std::vector<StoredNetwork> networks;
  for (const fs::directory_entry& entry : network_files(store)) {
    if (entry.path().extension() != kExtension) continue;
    if (auto network = read_if_good(entry.path())) networks.push_back(std::move(*network));
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
  const auto own = read_if_good(file_of(store, job.name()));  // one file instead of all
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

StoredNetwork read_network(const std::string& store, const std::string& name) { return read(file_of(store, name)); }

StoredNetwork newest_network(const std::string& store) {
  StoredNetwork newest;
  for (StoredNetwork& network : all_in(store)) {
    if (!network.pairs.empty() && network.date > newest.date) newest = std::move(network);
  }
  return newest;
}

void add_network(const std::string& store, const StoredNetwork& network) {
  std::error_code error;
  fs::create_directory(folder_in(store), error);
  if (error) throw InputError(folder_in(store).string(), 0, "cannot be created: " + error.message());
  write_values(file_of(store, network.fabric.name()).string(), values_of_network(network));
  std::vector<std::pair<fs::file_time_type, fs::path>> files;  // also what killed jobs have left
  for (const fs::directory_entry& entry : network_files(store))
    files.emplace_back(entry.last_write_time(error), entry.path());
  std::ranges::sort(files, std::greater());
  for (std::size_t i = kMostNetworks; i < files.size(); ++i) fs::remove(files[i].second, error);
}

void forget_networks(const std::string& store) {
  std::error_code error;
  fs::remove_all(folder_in(store), error);
  if (error) throw InputError(folder_in(store).string(), 0, "cannot be removed: " + error.message());
}

}  // namespace topomorph::store
