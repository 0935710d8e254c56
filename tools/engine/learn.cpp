// The verb `learn`: keeps the run of a program that has ended, and its profile if the pattern is new.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/base/median.h"
#include "core/base/number.h"
#include "core/evaluation/pattern_difference.h"
#include "core/formats/profile/reader.h"
#include "core/formats/profile/writer.h"
#include "core/settings/settings.h"
#include "core/store/names.h"
#include "core/store/store.h"
#include "core/wire/declared.h"
#include "tools/engine/known_network.h"
#include "tools/engine/verbs.h"

namespace topomorph::engine {
namespace {

namespace fs = std::filesystem;

std::string take_value(wire::KeyValues& values, const std::string& key) {
  const auto node = values.extract(key);
  return node.empty() ? std::string() : node.mapped();
}

/// Returns the store with this case's folder. It is named as at the job's start.
store::Location store_with(const std::string& case_folder) {
  return {fs::path(case_folder).parent_path().string(), store_location().is_named};
}

/// Takes the answer of `recall` out of the Meta. The remaining keys are the profile's.
store::Run begun_run(wire::KeyValues& meta) {
  const auto number = [&](const char* key) { return parse_real(take_value(meta, key)).value_or(0); };
  store::Run run;
  run.id = meta["run"];
  run.generation = take_value(meta, "generation");
  run.situation = take_value(meta, "situation");
  run.place = take_value(meta, "place");
  run.order = take_value(meta, "order") == "reordered" ? store::Order::Reordered : store::Order::Launcher;
  run.model = take_value(meta, "model");
  run.decision = take_value(meta, "reason");
  run.why = take_value(meta, "why");
  run.gain = number("gain");
  run.predicted = number("predicted");
  run.elapsed = number("elapsed");
  run.starting = number("starting");
  if (run.id.empty() || run.id.find('/') != std::string::npos) throw InputError("learn: Meta without a run");
  return run;
}

/// Collects what the processes say of virtual topologies.
class TopologiesOfRun {
 public:
  void note(const wire::KeyValues& process) {
    asked_ = asked_ || process.contains(wire::kAskedKey);
    const auto found = process.find(wire::kChangedKey);
    if (found == process.end()) return;
    for (const std::string& call : wire::changed_calls_in(found->second)) moved_.insert(call);
  }

  /// `permitted`: `recall` has permitted other orders.
  void tell(store::Run& run, bool permitted) const {
    using store::Topologies;
    run.topologies = !moved_.empty() ? Topologies::Moved
                     : !asked_       ? Topologies::None
                     : permitted     ? Topologies::Kept
                                     : Topologies::Refused;
    run.moved = wire::words_of_calls(std::vector(moved_.begin(), moved_.end()));
  }

 private:
  bool asked_ = false;
  std::set<std::string> moved_;
};

/// The profile of this run. The destructor removes its file, unless keep() has made it the profile of the case.
class Measured {
 public:
  Measured(wire::FrameStream& in, const store::KeptFolder& folder) : folder_(folder) {
    const auto first = in.next();
    if (!first || first->type != wire::FrameType::Meta) throw InputError("learn begins without Meta");
    wire::KeyValues meta = wire::decode_key_values(wire::text(*first));
    run = begun_run(meta);
    const bool asked = take_value(meta, "network") == "measure";
    const bool moves = take_value(meta, "topologies") == "move";
    name_ = run.id + ".tmprof";
    write(in, wire::encode(meta), wire::unsigned_value(meta, "ranks"));
    topologies_.tell(run, moves);
    const formats::ProfileFile profile = folder.profile(name_);
    affinity = formats::read_profile_affinity(profile);
    keep_network(store_with(folder.path()), profile, asked);
  }
  ~Measured() { folder_.remove(name_); }
  Measured(const Measured&) = delete;
  Measured& operator=(const Measured&) = delete;

  void keep() const { folder_.folder().rename(name_, store::kProfileName); }

  store::Run run;
  Affinity affinity;
  std::string doubt;  ///< about the measured network, as a clause; empty: none

 private:
  void write(wire::FrameStream& in, const std::string& meta, std::uint64_t ranks) {
    formats::ProfileWriter writer(folder_.folder(), name_, folder_.file_mode());
    writer.add({wire::FrameType::Meta, meta});
    double sum = 0;
    for (auto frame = in.next();; frame = in.next()) {
      if (!frame) throw InputError(folder_.path(), 0, "the job's records are cut");
      if (frame->type == wire::FrameType::End) break;
      if (frame->type == wire::FrameType::Process) sum += note_time(*frame);
      writer.add(*frame);
    }
    if (writer.records() != ranks) {
      throw InputError(folder_.path(), 0, fmt::format("records of {} ranks came in, of {}", writer.records(), ranks));
    }
    run.seconds = sum / static_cast<double>(std::max<std::uint64_t>(ranks, 1));
    doubt = mark_doubtful_network(writer);
    writer.commit(calibration_notes);
  }

  double note_time(const wire::Frame& process) {
    const wire::KeyValues values = wire::decode_key_values(wire::text(process));
    topologies_.note(values);
    const double seconds = wire::real_value(values, "mpi_seconds");
    run.longest = std::max(run.longest, seconds);
    return seconds;
  }

  const store::KeptFolder& folder_;
  std::string name_;
  TopologiesOfRun topologies_;
};

struct EarlierProfile {
  Affinity affinity;
  std::string generation;
};

/// Returns the profile of the case; nothing if there is none or it cannot be read: the new profile then replaces it.
std::optional<EarlierProfile> earlier_profile_in(const store::KeptFolder& folder, std::uint64_t roles) {
  if (!folder.has(store::kProfileName)) return std::nullopt;
  try {
    const formats::ProfileFile profile = folder.profile(store::kProfileName);
    EarlierProfile known{formats::read_profile_affinity(profile), store::generation_of(profile)};
    if (known.affinity.roles() == roles) return known;
  } catch (const InputError&) {  // `recall` of the next run reports it if it cannot repair it
  }
  return std::nullopt;
}

/// Returns the traffic of this run as a multiple of the traffic in the profile.
double scale_of(const Affinity& now, const Affinity& then, Weight weight) {
  const auto volume = [weight](const Affinity& affinity) {
    return static_cast<double>(weight == Weight::Bytes ? affinity.total_bytes() : affinity.total_messages());
  };
  return volume(then) > 0 && volume(now) > 0 ? volume(now) / volume(then) : 1;
}

/// Makes the pattern of this run the pattern of the case. The time of a run that was reordered for another pattern no
/// longer counts.
void begin_generation(Measured& measured) {
  measured.keep();
  store::Run& run = measured.run;
  run.generation = run.id;
  if (run.order == store::Order::Reordered) run.order = store::Order::Outdated;
}

std::string first_message(const store::KeptFolder& folder, const store::Run& run, std::uint64_t ranks) {
  if (run.decision != "first" && run.decision != "again") return "";
  const std::string name = fs::path(folder.path()).filename().string();
  return fmt::format("{} with {} ranks is measured: later runs are reordered if that saves time",
                     name.substr(0, name.rfind('-')), ranks);
}

/// Compares the run with the profile of the case and returns the message for the user.
std::string compare(Measured& measured, const store::KeptFolder& folder) {
  store::Run& run = measured.run;
  const bool moved = run.topologies == store::Topologies::Moved;
  const std::optional<EarlierProfile> known = earlier_profile_in(folder, measured.affinity.roles());
  // The neighbours of a reordered grid are other ranks of MPI_COMM_WORLD: no pattern of the program.
  if (!known && moved) return "";
  if (!known || run.decision == "again") {
    begin_generation(measured);
    return first_message(folder, run, measured.affinity.roles());
  }
  const bool bytes = settings::text(settings::Id::Weight) == "bytes";
  const Weight weight = bytes ? Weight::Bytes : Weight::Messages;
  if (!moved) run.drift = 100 * evaluation::difference(known->affinity, measured.affinity, weight);
  run.drifted = run.drift > settings::number(settings::Id::Drift);
  if (run.drifted) {
    begin_generation(measured);
    return fmt::format("the pattern has changed ({:.0f} % of the {} go elsewhere): the next run uses the new one",
                       run.drift, bytes ? "bytes" : "messages");
  }
  run.scale = scale_of(measured.affinity, known->affinity, weight);
  const bool outdated = (run.order == store::Order::Reordered || moved) && run.generation != known->generation;
  run.order = outdated ? store::Order::Outdated : run.order;
  run.generation = known->generation;
  return first_message(folder, run, measured.affinity.roles());  // of several first runs at once, all have it
}

/// Returns by what part of the time in MPI the launcher's order takes longer than the order of this run, by the medians
/// of the runs that can be compared; empty if one of the two orders has none.
std::string measured_gain(const store::Store& store, const std::string& name, const store::Run& run) {
  const std::string name_of_order = store::order_name(run);
  if (run.order == store::Order::Outdated || name_of_order == store::kLauncher) return "";
  const store::Entry entry = store.read(name);
  double launchers = 0, own = 0;
  for (const store::OrderTimes& order : store::times_of(entry.runs, run.generation, run.situation)) {
    if (order.order == store::kLauncher) launchers = median(order.seconds);
    if (order.order == name_of_order) own = median(order.seconds);
  }
  return launchers > 0 && own > 0 ? fmt::format("{:.4f}", 1 - own / launchers) : "";
}

store::KeptFolder case_folder(const store::Store& store, const std::string& name) {
  if (!store.has(name))
    throw InputError(store.folder() + "/" + name, 0, "is gone: it was removed while the program ran");
  return store.folder_of(name);
}

}  // namespace

wire::Buffer learn(wire::FrameStream& in, const std::string& path) {
  constexpr double kMegabyte = 1e6;
  const store::Store store(store_with(path));
  const std::string name = fs::path(path).filename().string();
  const store::KeptFolder folder = case_folder(store, name);
  Measured measured(in, folder);
  std::string message = compare(measured, folder);
  // Without another message, the run had a profile, and the next one measures again.
  if (!message.empty() && !measured.doubt.empty()) message += "; " + measured.doubt;
  store::add_run(folder, measured.run);
  if (measured.run.generation == measured.run.id) {  // only a new profile makes the store grow
    store::remove_leftovers(folder);
    store.bound(static_cast<std::uint64_t>(settings::number(settings::Id::StoreLimit) * kMegabyte), name);
  }
  wire::Buffer answer;
  wire::append_text(answer, wire::FrameType::Summary,
                    wire::encode({{"message", message},
                                  {"mpi_seconds", fmt::format("{:.6f}", measured.run.seconds)},
                                  {"measured_gain", measured_gain(store, name, measured.run)},
                                  {"moved", measured.run.moved}}));
  return answer;
}

}  // namespace topomorph::engine
