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
#include "tools/centre/json.h"
#include "tools/centre/summary.h"
#include "tools/centre/text.h"
#include "tools/command/options.h"
#include "tools/command/verbs.h"
#include "tools/output/message.h"
#include "tools/output/terminal.h"

namespace topomorph::command {

namespace {

using centre::Summary;

constexpr std::uint64_t kMegabyte = 1'000'000, kMostMegabytes = 1'000'000'000, kMostDays = 36'500;

struct SiteOptions {
  std::vector<std::string> files, stores, trusted;
  std::string page, since, until, sender_mark, by = accounting::kGroupings.front().name, key_file;
  accounting::Limits limits;
  std::uint64_t top = 10;
  bool json = false, hashes = false;
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

/// The first damaged case has the name of a folder and what is in it.
void report_stores(const Summary& summary) {
  const accounting::Places& damaged = summary.stores->damaged;
  if (!summary.names.are_hashed()) return report_places(damaged, "damaged cases");
  if (damaged.count > 0) output::message(fmt::format("{} damaged cases of stores, left out", damaged.count));
}

/// Says of the first owners what was not used as it stands. The table has the others.
void report_owners(const Summary& summary) {
  constexpr std::size_t kOwners = 3;
  const auto accounts = summary.accounts.in_trouble();
  for (std::size_t i = 0; i < std::min(kOwners, accounts.size()); ++i) {
    const std::string owner = centre::account_name(summary, *accounts[i]);
    for (const centre::Trouble& trouble : centre::troubles()) {
      const accounting::Places& places = accounts[i]->*trouble.places;
      if (places.count == 0) continue;
      output::message(
          fmt::format("{}; {} {} of {} in all, {}", places.first, places.count, trouble.noun, owner, trouble.fate));
    }
    if (accounts[i]->crowded == 0) continue;
    output::message(
        fmt::format("owner {}: {} jobs are in no row, because their names are beyond the first {} (--max-names)", owner,
                    accounts[i]->crowded, summary.accounts.limits().most_names));
  }
  if (accounts.size() <= kOwners) return;
  output::message(fmt::format("and records of {} more owners are not used as they stand", accounts.size() - kOwners));
}

/// Says what was left out. It is never fatal: a job that ends in the middle of its line must not hide the others.
void report_damage(const Summary& summary) {
  report_places(summary.reading.skipped, "entries of folders");
  report_places(summary.reading.damaged, "damaged");
  report_places(summary.reading.foreign, "without a record of TopoMorph");
  if (summary.stores) report_stores(summary);
  report_owners(summary);
  if (summary.reading.relayed > 0 && summary.by->member == &accounting::JobRecord::user) {
    output::message(
        fmt::format("{} records are from a log that does not tell their senders: their users are their own "
                    "word (--sender-mark)",
                    summary.reading.relayed));
  }
  if (summary.reading.undated == 0) return;
  output::message(fmt::format("{} records without the end of their job, left out", summary.reading.undated));
}

void read_records(Summary& summary) {
  if (summary.files.empty()) return;
  output::ProgressLine line("reading records");
  const auto naming = summary.names.are_hashed() ? accounting::Naming::Hidden : accounting::Naming::Plain;
  summary.reading = accounting::read_records(
      summary.files, {summary.period, naming, summary.sender_mark}, summary.accounts,
      [&](const accounting::JobRecord& record) { summary.groups.add(record.*summary.by->member, record); },
      [&](double share) { line.show(share); });
  summary.groups.settle();
}

/// Hashes names with the key of a file, and says if it is new: without the key no two pages can be compared.
centre::Names shown_names(const SiteOptions& options) {
  if (!options.hashes && options.key_file.empty()) return {};
  const std::string file = options.key_file.empty() ? centre::default_key_file() : options.key_file;
  const store::SecretKey key = centre::key_from_file(file);
  if (key.is_new) output::message(fmt::format("{}: made, the key of hashed names: who reads it finds the names", file));
  return centre::Names(key.text);
}

/// Where names are hashed, no message says what folders are called.
centre::StoreCases stores_of(const SiteOptions& options, const centre::Names& names) {
  try {
    return centre::read_stores(options.stores);
  } catch (const InputError&) {
    if (!names.are_hashed()) throw;
    throw InputError("--store: a folder cannot be read or is no store; without --hash-names the message says which");
  }
}

Summary summary_of(const SiteOptions& options) {
  Summary summary;
  summary.by = &grouping_named(options.by);
  summary.files = options.files;
  summary.period = period_of(options);
  summary.sender_mark = options.sender_mark;
  summary.top = options.top;
  summary.accounts = accounting::Accounts(options.trusted, options.limits);
  summary.names = shown_names(options);
  if (!options.stores.empty()) summary.stores = stores_of(options, summary.names);
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

/// Declares what records may say, and how much of one owner is read.
void add_limits(CLI::App& app, const std::shared_ptr<SiteOptions>& options) {
  const auto add = [&app](const char* name, auto set, const std::string& otherwise, const char* help) {
    app.add_option_function<std::string>(name, set, help)->default_str(otherwise)->type_name("N");
  };
  app.add_option("--sender-mark", options->sender_mark,
                 "what syslog writes in front of the number of the user who has sent a line: such a record is that "
                 "user's, and one without it nobody's (docs/site-records.md)")
      ->type_name("TEXT");
  accounting::Limits& limits = options->limits;
  app.add_option(
         "--trusted-owner", options->trusted,
         "a user whose files have the records of others, as a collector's or syslog's: what they say of users is "
         "believed, as that of root's files and your own; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME");
  add(
      "--max-hosts",
      [&limits](const std::string& text) {
        limits.most_hosts = static_cast<double>(positive_count(text, "--max-hosts"));
      },
      fmt::format("{}", limits.most_hosts), "hosts of this site: a record of more is left out");
  add(
      "--max-days",
      [&limits](const std::string& text) {
        limits.most_seconds = static_cast<double>(positive_count(text, "--max-days", kMostDays)) * kDaySeconds;
      },
      fmt::format("{}", limits.most_seconds / kDaySeconds),
      "length of the longest job: a record of a longer one is left out");
  add(
      "--max-names", [&limits](const std::string& text) { limits.most_names = positive_count(text, "--max-names"); },
      fmt::format("{}", limits.most_names),
      "rows that the records of one owner begin; jobs under further names are in no row");
  add(
      "--max-megabytes",
      [&limits](const std::string& text) {
        limits.most_bytes = positive_count(text, "--max-megabytes", kMostMegabytes) * kMegabyte;
      },
      fmt::format("{}", limits.most_bytes / kMegabyte),
      "text that is read of one owner, unpacked; files of owners who are trusted have no limit");
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
  add_limits(app, options);
  app.add_flag(
      "--hash-names", options->hashes,
      "show programs and users as hashes with a secret key, and no text of records and no names of files: who "
      "has not the key cannot find the names, the same key gives the same hashes. The key is made at first use");
  app.add_option("--hash-key", options->key_file,
                 "--hash-names with the first line of this file, which nobody but its owner may read; made if it is "
                 "missing (default: hash-names.key in XDG_CONFIG_HOME/topomorph)")
      ->type_name("FILE");
  app.add_option("--store", options->stores,
                 "also show the predictions in a store of topomorph auto, whose owner permits it; may be repeated")
      ->allow_extra_args(false)
      ->type_name("FOLDER");
  add_colours(app, options->colours);
  return [options] { return run_site(*options); };
}

}  // namespace topomorph::command
