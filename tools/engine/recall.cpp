// The verb `recall`: a program begins; what is known of it, and what its order should be.
#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include <fmt/format.h>

#include "core/base/digest.h"
#include "core/planning/dealing.h"
#include "core/planning/gain_message.h"
#include "core/settings/settings.h"
#include "core/store/judgement.h"
#include "core/store/run_file.h"
#include "core/store/store.h"
#include "tools/engine/automatic.h"
#include "tools/engine/plan_request.h"

namespace topomorph::engine {
namespace {

namespace fs = std::filesystem;

/// What is to be done, and why.
struct Decision {
  std::string what = "reorder", reason = "gain", message = {};
};

std::vector<std::string> words_of(const std::string& command_line) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < command_line.size();) {
    const std::size_t end = std::min(command_line.find('\0', at), command_line.size());
    words.push_back(command_line.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

/// A case that has a name needs no arguments; no arguments look like "[name]".
std::string arguments_in(const std::string& command_line) {
  if (const std::string name = settings::text(settings::Id::Case); !name.empty()) return "[" + name + "]";
  const std::vector<std::string> words = words_of(command_line);
  return store::arguments_that_count(std::span(words).subspan(std::min<std::size_t>(1, words.size())),
                                     {settings::text(settings::Id::IgnoreArguments), store::job_ids_here()});
}

store::Case case_of(wire::FrameStream& in) {
  const auto frame = in.next();
  if (!frame || frame->type != wire::FrameType::Meta) throw InputError("recall begins without Meta");
  wire::KeyValues meta = wire::decode_key_values(wire::text(*frame));
  return {meta["program"], store::program_identity(meta["program"]), arguments_in(meta["argv"]),
          wire::unsigned_value(meta, "ranks")};
}

/// Nodes by the order in which processes meet them: the same for all hosts that are alike.
void describe_places(const planning::JobSlots& job, const TreeTopology& tree, std::string& text) {
  for (std::size_t level = 1; level <= tree.levels(); ++level) {
    text += fmt::format("\n{}:", tree.level(level).distance);
    std::unordered_map<std::size_t, std::size_t> number;
    for (const Slot slot : job.slot_of_process) {
      text += fmt::format(" {}", number.emplace(tree.node_of(level, slot), number.size()).first->second);
    }
  }
}

/// Runs with the same one have equal places and are planned by the same rules, so that their times can be compared.
std::string situation_of(const planning::JobSlots& job, const PlanOptions& options) {
  std::string text = fmt::format("{} {} {}", options.cost, options.weight == Weight::Bytes ? "bytes" : "messages",
                                 options.level_costs);
  if (const TreeTopology* tree = job.tree()) {
    describe_places(job, *tree, text);
  } else {
    text += fmt::format("\n{}: {}", job.topology->describe(), fmt::join(job.slot_of_process, " "));
  }
  return digest(text);
}

/// The same in words, for topomorph history: where, how the ranks were dealt out, and what the order was to save where
/// that is not what it is by default.
std::string situation_words(const planning::JobSlots& job, const PlanOptions& options) {
  std::string words = planning::place_words(job);
  if (const std::string dealing = planning::dealing_words(job); !dealing.empty()) words += ", " + dealing;
  if (options.cost != settings::get(settings::Id::Cost).initial) words += ", --cost " + options.cost;
  if (options.weight == Weight::Messages) words += ", --weight messages";
  return words + (options.level_costs.empty() ? "" : ", given level costs");
}

std::size_t records_in(const fs::path& folder) {
  std::error_code error;
  return static_cast<std::size_t>(
      std::count_if(fs::directory_iterator(folder, error), fs::directory_iterator(),
                    [](const fs::directory_entry& entry) { return entry.path().extension() == ".record"; }));
}

/// A first run that was ended before MPI_Finalize (by the batch system's time limit, most often) has left records:
/// where all of them are there, they are a profile.
void take_records_left(store::Entry& entry) {
  std::error_code error;
  for (const auto& at : fs::directory_iterator(entry.folder, error)) {
    if (at.path().extension() != ".parts" || records_in(at.path()) != entry.what.ranks) continue;
    try {
      recover(at.path().string(), entry.profile());
      entry.generation = store::generation_of(entry.profile());
    } catch (const InputError&) {  // then this run is measured
      continue;
    }
    fs::remove_all(at.path(), error);
    return;
  }
}

store::Entry read_or_begin(const store::Store& store, const store::Case& what) {
  store.make(what);
  store::Entry entry = [&] {
    try {
      return store.read(what.folder());
    } catch (const store::Damaged&) {
      store.forget(what.folder());
      store.make(what);
      return store.read(what.folder());
    }
  }();
  if (!(entry.what == what)) throw InputError(entry.folder, 0, "is of another case (two digests are equal)");
  if (entry.generation.empty() && entry.profile_problem.empty()) take_records_left(entry);
  return entry;
}

/// What cannot be read is taken away and measured again. Nothing where there is nothing to mend.
std::optional<Decision> mend(const store::Entry& entry) {
  std::error_code error;
  for (const std::string& file : entry.damaged) fs::remove(file, error);
  if (!entry.profile_problem.empty()) {
    fs::remove(entry.profile(), error);
    return Decision{"measure", "damaged", entry.profile_problem + ": order kept, measured anew"};
  }
  if (entry.damaged.empty()) return std::nullopt;
  return Decision{"keep", "damaged", entry.damaged.front() + " is damaged, and removed: order kept"};
}

/// How many of the last runs had another pattern than the run before.
std::size_t drifts_in_a_row(const std::vector<store::Run>& runs) {
  const auto steady = std::find_if(runs.rbegin(), runs.rend(), [](const store::Run& run) { return !run.drifted; });
  return static_cast<std::size_t>(steady - runs.rbegin());
}

/// By the times of this generation in this situation.
Decision by_times(const store::Entry& entry, const std::string& situation) {
  store::Times times;
  for (const store::Run& run : entry.runs) {
    if (!store::counts(run, entry.generation, situation)) continue;
    const bool decided_before = run.id == run.generation;  // when the pattern was another one
    if (run.decision == "slower" && !decided_before) return {"keep", "slower", run.why};  // for good
    (run.order == store::Order::Reordered ? times.reordered : times.launcher).push_back(run.seconds / run.scale);
  }
  const store::Judgement judgement = store::judge(times, settings::number(settings::Id::Margin));
  switch (judgement.verdict) {
    case store::Verdict::Compare:
      return {"keep", "compare", judgement.why + ": order kept"};
    case store::Verdict::Slower:
      return {"keep", "slower", judgement.why + ": order kept"};
    default:
      return {};
  }
}

Decision decide(const store::Entry& entry, const std::string& situation) {
  constexpr std::size_t kUnsteady = 3;
  if (const auto mended = mend(entry)) return *mended;
  if (entry.generation.empty()) return {"measure", "first"};
  if (drifts_in_a_row(entry.runs) >= kUnsteady) {
    return {"keep", "unsteady",
            fmt::format("the pattern was another one in each of the last {} runs: order kept", kUnsteady)};
  }
  return by_times(entry, situation);
}

}  // namespace

wire::Buffer recall(wire::FrameStream& in, const PlanOptions& options) {
  const store::Case what = case_of(in);
  const PlanRequest request = read_plan_request(in);
  const planning::JobSlots job = job_slots(request, options);
  const std::string situation = situation_of(job, options), run = store::new_run_id();
  const store::Store store(store_folder());
  store.prepare();
  const store::Entry entry = read_or_begin(store, what);
  const Decision decision = decide(entry, situation);
  wire::Buffer answer;
  wire::append_text(answer, wire::FrameType::Summary,
                    wire::encode({{"decision", decision.what},
                                  {"reason", decision.reason},
                                  {"message", decision.message},
                                  {"profile", entry.profile()},
                                  {"folder", entry.folder},
                                  {"run", run},
                                  {"generation", entry.generation},
                                  {"situation", situation},
                                  {"place", situation_words(job, options)},
                                  {"parts", entry.folder + "/" + run + ".parts"}}));
  return answer;
}

}  // namespace topomorph::engine
