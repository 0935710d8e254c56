// topomorph site: adds up the records that jobs have left, for who runs the machine.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/base/date.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/line_reader.h"
#include "tools/centre/json.h"
#include "tools/centre/page.h"
#include "tools/centre/summary.h"
#include "tools/centre/text.h"
#include "tools/command/options.h"
#include "tools/command/verbs.h"
#include "tools/output/message.h"
#include "tools/output/terminal.h"

namespace topomorph::command {

namespace {

using centre::Summary;

struct SiteOptions {
  std::vector<std::string> files, stores;
  std::string page, since, until, by = accounting::kGroupings.front().name;
  std::optional<std::string> key;
  std::uint64_t top = 10;
  bool json = false;
  output::Colours colours;
};

std::string grouping_names(const char* separator) {
  std::string names;
  for (const accounting::Grouping& each : accounting::kGroupings)
    names += (names.empty() ? "" : separator) + std::string(each.name);
  return names;
}

const accounting::Grouping& grouping_named(const std::string& name) {
  const auto found = std::ranges::find(accounting::kGroupings, name, &accounting::Grouping::name);
  if (found != accounting::kGroupings.end()) return *found;
  throw InputError(fmt::format("--by: found '{}', expected {}", name, grouping_names("|")));
}

DateSpan date_from(const std::string& text, const char* option) {
  const auto date = parse_date(text);
  if (date) return *date;
  throw InputError(fmt::format("{}: found '{}', expected a date as 2026-11-26 or 2026-11-26T09:30:00Z", option, text));
}

accounting::Period period_of(const SiteOptions& options) {
  accounting::Period period;
  if (!options.since.empty()) period.since = date_from(options.since, "--since").begin;
  if (!options.until.empty()) period.until = date_from(options.until, "--until").end;
  if (period.since && period.until && *period.since >= *period.until) {
    throw InputError(fmt::format("--until: found {}, expected a date after --since {}", options.until, options.since));
  }
  return period;
}

void check_site_options(const SiteOptions& options) {
  if (options.files.empty() && options.stores.empty()) {
    throw InputError(
        "site: expected FILES or folders with records, - for standard input, or --store FOLDER (topomorph site "
        "--help)");
  }
  check_page(options.page, "--output");
}

void report_places(const accounting::Places& places, const char* what) {
  if (places.count == 0) return;
  output::message(fmt::format("{}; {} {} in all, left out", places.first, places.count, what));
}

/// Says what was left out. It is never fatal: a job that ends in the middle of its line must not hide the others.
void report_damage(const Summary& summary) {
  report_places(summary.reading.skipped, "entries of folders");
  report_places(summary.reading.damaged, "damaged");
  report_places(summary.reading.foreign, "without a record of TopoMorph");
  if (summary.stores) report_places(summary.stores->damaged, "damaged cases");
  if (summary.reading.undated == 0) return;
  output::message(fmt::format("{} records without the end of their job, left out", summary.reading.undated));
}

void read_records(Summary& summary) {
  if (summary.files.empty()) return;
  output::ProgressLine line("reading records");
  summary.reading = accounting::read_records(
      summary.files, summary.period,
      [&](const accounting::JobRecord& record) { summary.groups.add(record.*summary.by->member, record); },
      [&](double share) { line.show(share); });
  summary.groups.settle();
}

/// Returns the key; of "@FILE" the first line of the file, because all users of a host see a command line.
std::string key_from(const std::string& text) {
  if (!text.starts_with('@')) return text;
  LineReader reader(text.substr(1));
  return std::string(reader.next().value_or(""));
}

Summary summary_of(const SiteOptions& options) {
  Summary summary;
  summary.by = &grouping_named(options.by);
  summary.files = options.files;
  summary.period = period_of(options);
  summary.top = options.top;
  if (options.key) summary.names = centre::Names(key_from(*options.key));
  if (!options.stores.empty()) summary.stores = centre::read_stores(options.stores);
  read_records(summary);
  return summary;
}

int run_site(const SiteOptions& options) {
  check_site_options(options);
  const Summary summary = summary_of(options);
  report_damage(summary);
  if (options.json || !options.page.empty()) {
    const nlohmann::ordered_json json = centre::to_json(summary);
    if (!options.page.empty()) write_page(centre::page_of(json), options.page);
    if (options.json) output::print(json_text(json) + "\n");
    return 0;
  }
  output::print(output::with_headings(centre::as_text(summary), options.colours), options.colours);
  return 0;
}

}  // namespace

Action declare_site(CLI::App& app, char**) {
  auto options = std::make_shared<SiteOptions>();
  app.add_option(
         "FILES", options->files,
         "records of jobs, one JSON object a line, also as syslog writes them or compressed by zstd; of a folder "
         "its files *.jsonl and *.jsonl.zst; - is standard input (docs/site-records.md)")
      ->type_name("FILE");
  app.add_option("-o,--output", options->page, "write one HTML page, which needs no other file")
      ->type_name("FILE.html");
  app.add_flag("--json", options->json, "print as JSON, with everything on the page");
  app.add_option("--since", options->since, "only jobs that ended at this date (UTC) or later: 2026-11-01")
      ->type_name("DATE");
  app.add_option("--until", options->until, "only jobs that ended at this date (UTC), to its end, or earlier")
      ->type_name("DATE");
  app.add_option("--by", options->by, "whose jobs are added up")->capture_default_str()->type_name(grouping_names("|"));
  const auto set_top = [options](const std::string& text) { options->top = positive_count(text, "--top"); };
  app.add_option_function<std::string>("--top", set_top, "rows of each ranking")
      ->default_str(std::to_string(options->top))
      ->type_name("N");
  app.add_option("--hash-names", options->key,
                 "show programs and users as hashes with this key, or with the first line of a file (@FILE): who has "
                 "not the key cannot find the names, the same key gives the same hashes")
      ->type_name("KEY");
  app.add_option("--store", options->stores,
                 "also show the predictions in a store of topomorph auto, whose owner permits it; may be repeated")
      ->allow_extra_args(false)
      ->type_name("FOLDER");
  add_colours(app, options->colours);
  return [options] { return run_site(*options); };
}

}  // namespace topomorph::command
