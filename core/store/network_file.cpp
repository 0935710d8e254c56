// Reads and writes the file of one measured network.
#include "core/store/network_file.h"

#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/base/text.h"
#include "core/formats/profile/sound_pair.h"

namespace topomorph::store {
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
