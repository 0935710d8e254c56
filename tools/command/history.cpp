// topomorph history: prints the measurements and decisions of topomorph auto.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/settings/settings.h"
#include "tools/command/history_text.h"
#include "tools/command/options.h"
#include "tools/command/verbs.h"
#include "tools/engine/verbs.h"
#include "tools/output/message.h"
#include "tools/programs/executable.h"

namespace topomorph::command {

namespace {

struct HistoryOptions {
  std::string store, program;
  std::optional<std::uint64_t> ranks;
  bool forget = false, forget_all = false, json = false;
};

bool is_named(const std::filesystem::path& path, const std::string& name) {
  return path.filename() == name || path == name;
}

/// Compares path and file name as a shell does, or the name of the script that an interpreter ran.
bool matches(const store::Entry& entry, const HistoryOptions& options) {
  if (options.ranks && *options.ranks != entry.what.ranks) return false;
  if (options.program.empty() || is_named(entry.what.program, options.program)) return true;
  const std::string found = programs::find_in_path(options.program);
  std::error_code error;
  const auto resolved = std::filesystem::weakly_canonical(found.empty() ? options.program : found, error);
  const std::string script = entry.what.arguments.substr(0, entry.what.arguments.find(' '));
  return entry.what.program == resolved || is_named(script, options.program);
}

/// Returns the matching entries, the last used first. Reports unreadable entries and leaves them out.
std::vector<store::Entry> entries_in(const store::Store& store, const HistoryOptions& options) {
  std::vector<store::Entry> entries;
  for (const std::string& name : store.names()) {
    try {
      store::Entry entry = store.read(name);
      if (matches(entry, options)) entries.push_back(std::move(entry));
    } catch (const InputError& error) {
      output::message(error.what());
    }
  }
  const auto last = [](const store::Entry& entry) { return entry.runs.empty() ? std::string() : entry.runs.back().id; };
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const store::Entry& a, const store::Entry& b) { return last(a) > last(b); });
  return entries;
}

int forget(const store::Store& store, std::span<const store::Entry> entries) {
  for (const store::Entry& entry : entries) store.forget(std::filesystem::path(entry.folder).filename().string());
  output::message(
      fmt::format("{}: {} case{} forgotten", store.folder(), entries.size(), entries.size() == 1 ? "" : "s"));
  return 0;
}

int run(const HistoryOptions& options) {
  if (options.forget && options.program.empty()) {
    throw InputError("--forget: expected the PROGRAM to be forgotten (--forget-all forgets all)");
  }
  if (options.forget_all && !options.program.empty()) {
    throw InputError("--forget-all: found a PROGRAM, expected none (--forget forgets one)");
  }
  const std::string given = options.store.empty() ? engine::store_folder() : options.store;
  const store::Store store(std::filesystem::absolute(given).lexically_normal().string());
  const std::vector<store::Entry> entries = entries_in(store, options);
  if (options.forget || options.forget_all) return forget(store, entries);
  if (options.json) {
    output::print(history_json(store.folder(), entries));
  } else if (entries.empty()) {
    output::message(store.folder() + ": no entry in the store" +
                    (options.program.empty() ? "" : " of " + options.program));
  } else {
    output::print(history_text(entries));
  }
  return 0;
}

}  // namespace

Action declare_history(CLI::App& app, char**) {
  auto options = std::make_shared<HistoryOptions>();
  const settings::Setting& store = settings::get(settings::Id::Store);
  app.add_option("PROGRAM", options->program, "path or name of a program, or of its script (default: all)")
      ->type_name("COMMAND");
  const auto set_ranks = [options](const std::string& text) { options->ranks = positive_count(text, "-n"); };
  app.add_option_function<std::string>("-n,--ranks", set_ranks, "only entries with this number of ranks")
      ->type_name("N");
  auto* some = app.add_flag("--forget", options->forget, "remove the entries of PROGRAM: its next run is measured");
  app.add_flag("--forget-all", options->forget_all, "forget everything")->excludes(some);
  app.add_flag("--json", options->json, "for programs");
  app.add_option(store.option, options->store, fmt::format("{} [{}]", store.help, store.variable))
      ->type_name(store.choices);
  return [options] { return run(*options); };
}

}  // namespace topomorph::command
