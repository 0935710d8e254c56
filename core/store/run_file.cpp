// Reads and writes the file of one run and other small files of the store.
#include "core/store/run_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/store/names.h"

namespace topomorph::store {
namespace {

constexpr const char* kOrders[] = {"launcher", "reordered", "outdated"};
constexpr const char* kTopologies[] = {"none", "refused", "kept", "moved"};
constexpr const char* kVersionKey = "format_version";
constexpr std::uint64_t kLargestRun = 1 << 13;   // bytes; some numbers and two sentences
constexpr std::uint64_t kLargestCase = 1 << 17;  // a name and arguments

const std::string& value(const wire::KeyValues& values, const std::string& key) {
  const auto found = values.find(key);
  if (found == values.end()) throw InputError("'" + key + "' is missing");
  return found->second;
}

double real(const wire::KeyValues& values, const std::string& key) {
  const std::string& text = value(values, key);
  const auto number = parse_real(text);
  if (!number) throw InputError("'" + key + "' is '" + beginning_of(text) + "', expected a number");
  return *number;
}

}  // namespace

wire::KeyValues read_values(const KeptFolder& folder, const std::string& name) {
  const std::string path = folder.folder().path_of(name);
  const auto status = folder.folder().look(name);
  const std::uint64_t most =
      is_run_name(name) ? kLargestRun : (name == kCaseName ? kLargestCase : KeptFolder::kLargest);
  if (status && static_cast<std::uint64_t>(status->st_size) > most) throw Damaged(path, "too large");
  const std::string text = folder.read(name);
  wire::KeyValues values;
  std::uint64_t version = 0;
  try {
    values = wire::decode_key_values(text);
    version = wire::unsigned_value(values, kVersionKey);
  } catch (const InputError& error) {
    throw Damaged(path, error.what());
  }
  if (version != kFormatVersion) {
    throw InputError(path, 0, fmt::format("is of format {}: expected {}", version, kFormatVersion));
  }
  return values;
}

void write_values(const KeptFolder& folder, const std::string& name, wire::KeyValues values) {
  values[kVersionKey] = std::to_string(kFormatVersion);
  folder.write(name, wire::encode(values));
}

wire::KeyValues values_of(const Run& run) {
  const auto number = [](double value) { return fmt::format("{:.9g}", value); };
  return {{"generation", run.generation},
          {"situation", run.situation},
          {"place", run.place},
          {"order", name(run.order)},
          {"model", run.model},
          {"topologies", name(run.topologies)},
          {"moved", run.moved},
          {"decision", run.decision},
          {"why", run.why},
          {"seconds", number(run.seconds)},
          {"longest", number(run.longest)},
          {"elapsed", number(run.elapsed)},
          {"starting", number(run.starting)},
          {"scale", number(run.scale)},
          {"gain", number(run.gain)},
          {"predicted", number(run.predicted)},
          {"drift", number(run.drift)},
          {"drifted", run.drifted ? "1" : "0"}};
}

namespace {

/// Whether it can be the name of a cost model: "hop-bytes". It becomes a word of a command line.
bool is_name_of_model(std::string_view text) {
  constexpr std::size_t kLongest = 32;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; };
  return text.size() <= kLongest && !text.starts_with('-') && std::ranges::all_of(text, is_letter);
}

/// Files of early versions do not name the model. The default was used then. Another member of the store's group may
/// have written the file.
std::string model_in(const wire::KeyValues& values, Order order) {
  if (order == Order::Launcher) return "";
  const auto found = values.find("model");
  if (found == values.end() || found->second.empty()) return "hop-bytes";
  if (is_name_of_model(found->second)) return found->second;
  throw InputError("'model' is '" + beginning_of(found->second) + "', expected the name of a cost model");
}

/// Files of early versions do not say it.
void read_topologies(const wire::KeyValues& values, Run& run) {
  if (!values.contains("topologies")) return;
  const std::string word = value(values, "topologies");
  const auto found = std::ranges::find(kTopologies, word);
  if (found == std::end(kTopologies))
    throw InputError("'topologies' is '" + beginning_of(word) + "', expected none, refused, kept or moved");
  run.topologies = static_cast<Topologies>(found - std::begin(kTopologies));
  run.moved = value(values, "moved");
}

}  // namespace

Run run_of(const wire::KeyValues& values) {
  Run run;
  run.generation = value(values, "generation");
  run.situation = value(values, "situation");
  run.place = value(values, "place");
  run.order = order_named(value(values, "order"));
  run.model = model_in(values, run.order);
  read_topologies(values, run);
  run.decision = value(values, "decision");
  run.why = value(values, "why");
  run.seconds = real(values, "seconds");
  run.longest = real(values, "longest");
  run.elapsed = real(values, "elapsed");
  run.scale = real(values, "scale");
  run.gain = real(values, "gain");
  if (values.contains("predicted")) {  // not in files of early versions
    run.predicted = real(values, "predicted");
    run.starting = real(values, "starting");
  }
  run.drift = real(values, "drift");
  run.drifted = value(values, "drifted") == "1";
  return run;
}

wire::KeyValues values_of(const Case& what) {
  return {{"program", what.program},
          {"identity", what.identity},
          {"arguments", what.arguments},
          {"ranks", std::to_string(what.ranks)}};
}

Case case_of(const wire::KeyValues& values) {
  return {value(values, "program"), value(values, "identity"), value(values, "arguments"),
          wire::unsigned_value(values, "ranks")};
}

const char* name(Order order) { return kOrders[static_cast<std::size_t>(order)]; }

const char* name(Topologies topologies) { return kTopologies[static_cast<std::size_t>(topologies)]; }

Order order_named(const std::string& name) {
  for (const Order order : {Order::Launcher, Order::Reordered, Order::Outdated}) {
    if (name == kOrders[static_cast<std::size_t>(order)]) return order;
  }
  throw InputError("'" + beginning_of(name) + "' is no order");
}

}  // namespace topomorph::store
