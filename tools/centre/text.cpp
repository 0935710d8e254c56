// Writes the summary of topomorph site for a terminal.
#include "tools/centre/text.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/date.h"
#include "core/base/text.h"
#include "tools/output/message.h"

namespace topomorph::centre {

namespace {

using accounting::Group;
using accounting::Totals;

constexpr std::size_t kNameWidth = 44;

std::string sum_text(double node_hours) { return plain_text(node_hours, 4); }

std::string time_text(double time) { return plain_text(time, 3); }

/// Returns the name, or of a long one the end: the beginnings of paths are alike. Cuts between characters of UTF-8.
std::string fitted(const std::string& name) {
  const std::string safe = output::for_terminal(name);
  if (safe.size() <= kNameWidth) return safe;
  std::size_t begin = safe.size() - (kNameWidth - 3);
  while (begin < safe.size() && (static_cast<unsigned char>(safe[begin]) & 0xc0) == 0x80) ++begin;
  return "..." + safe.substr(begin);
}

/// Lays out rows, the first of which has the titles: names to the left, numbers to the right.
std::string table_text(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const auto& row : rows) {
    text += fmt::format("  {:<{}}", row[0], widths[0]);
    for (std::size_t c = 1; c < row.size(); ++c) text += fmt::format("  {:>{}}", row[c], widths[c]);
    text += "\n";
  }
  return text;
}

std::string row_name(const std::string& name) { return name.empty() ? "(not recorded)" : fitted(name); }

/// Says that an owner has more rows than a quarter.
std::string passed_over_text(const Summary& summary, std::size_t groups) {
  if (groups == 0) return "";
  return fmt::format("  {} greater {} of owners who have their share of the rows: --top shows more\n", groups,
                     groups == 1 ? summary.by->name : summary.by->plural);
}

std::string ranking_text(const Summary& summary, const Ranking& ranking) {
  const auto [groups, passed_over] = summary.groups.rows(ranking.value, summary.top);
  if (groups.empty()) return "";
  std::vector<std::vector<std::string>> rows = {{summary.by->name}};
  for (const Column& column : ranking.columns) rows[0].emplace_back(column.title);
  std::string reasons;
  for (const Group* group : groups) {
    std::vector<std::string> row = {row_name(group_name(summary, *group))};
    for (const Column& column : ranking.columns) row.push_back(column.text(group->totals, summary.groups.all()));
    if (ranking.has_reason && !summary.names.are_hashed() && !group->dropped_reason.empty()) {
      reasons += fmt::format("  {}: {}\n", row[0], output::for_terminal(group->dropped_reason));
    }
    rows.push_back(std::move(row));
  }
  return fmt::format("\n{}\n", ranking.title) + table_text(rows) + passed_over_text(summary, passed_over) + reasons;
}

std::string jobs_words(std::uint64_t jobs) { return fmt::format("{} {}", jobs, jobs == 1 ? "job" : "jobs"); }

std::string share_words(const accounting::Share& share, const Totals& all) {
  return fmt::format("{} of {}, {} node-hours ({:.1f} %)", share.jobs, jobs_words(all.all.jobs),
                     sum_text(share.node_hours), percent_of(share.node_hours, all.all.node_hours).value_or(0));
}

std::string gained_words(const Totals& all) {
  if (all.measured.jobs == 0) return "not known: no record has a measured gain";
  std::string text = fmt::format("{} node-hours, measured in {}", sum_text(all.gained), jobs_words(all.measured.jobs));
  if (const auto percent = percent_of(all.gained, all.measured_mpi)) {
    text += fmt::format(": {:.1f} % of their time in MPI", *percent);
  }
  if (const auto predicted = percent_of(all.predicted, all.predicted_mpi)) {
    text += fmt::format(" (predicted {:.1f} %)", *predicted);
  }
  return text;
}

std::string dates_text(const accounting::Reading& reading) {
  if (!reading.first_end) return "";
  return fmt::format(", ended from {} to {}", date_text(*reading.first_end).substr(0, 10),
                     date_text(*reading.last_end).substr(0, 10));
}

/// Says how sure the rankings are, if names were given up.
std::string uncertainty_text(const Summary& summary) {
  const accounting::Groups& groups = summary.groups;
  std::string text;
  if (groups.has_given_up()) {
    text = fmt::format(
        "  too many {}: {} are counted one by one, {} of others together. "
        "Each may lack {} node-hours and any number of jobs; the sums lack nothing\n",
        summary.by->plural, groups.size(), jobs_words(groups.rest().all.jobs), sum_text(groups.uncertainty()));
  }
  if (groups.has_given_up_predictions()) {
    text += "  too many programs and numbers of ranks: more jobs may be in a poor order than are known to be\n";
  }
  return text;
}

/// Returns " of 4 jobs, others do not say it"; empty if all node-hours are of jobs that do.
std::string untimed_words(const Totals& totals) {
  if (totals.timed.node_hours >= totals.all.node_hours) return "";
  return fmt::format(" of {}, others do not say it", jobs_words(totals.timed.jobs));
}

std::string overview(const Summary& summary) {
  const Totals& all = summary.groups.all();
  std::string text = fmt::format("{}, {} node-hours{}\n", jobs_words(all.all.jobs), sum_text(all.all.node_hours),
                                 dates_text(summary.reading));
  if (const auto percent = percent_of(all.mpi_node_hours, all.timed.node_hours)) {
    text += fmt::format("  in MPI         {:.1f} % of the node-hours{}\n", *percent, untimed_words(all));
  }
  text += fmt::format("  reordered      {}\n", share_words(all.reordered, all));
  text += fmt::format("  gained         {}\n", gained_words(all));
  text += fmt::format("  poor order     {}; a new order would save {}\n", share_words(all.poor, all),
                      sum_text(all.would_gain));
  if (all.unpredicted.jobs > 0) {
    text += fmt::format("  not predicted  {}: in the launcher's order, without a plan\n",
                        share_words(all.unpredicted, all));
  }
  text += fmt::format("  dropped        {}\n", share_words(all.dropped, all));
  if (all.added_jobs > 0) {
    const double mean = 1000 * all.added_seconds / static_cast<double>(all.added_jobs);
    text += fmt::format("  added          {} ms a job by TopoMorph, mean of {}\n", time_text(mean),
                        jobs_words(all.added_jobs));
  }
  return text + uncertainty_text(summary);
}

/// Says by owner what was not used as it stands; empty if all was.
std::string owners_text(const Summary& summary) {
  const std::vector<const accounting::Account*> accounts = summary.accounts.in_trouble();
  if (accounts.empty()) return "";
  std::vector<std::vector<std::string>> rows = {{"owner"}};
  for (const Trouble& trouble : troubles()) rows[0].emplace_back(trouble.title);
  rows[0].emplace_back("jobs in no row");
  for (std::size_t i = 0; i < std::min(summary.top, accounts.size()); ++i) {
    rows.push_back({fitted(account_name(summary, *accounts[i]))});
    for (const Trouble& trouble : troubles()) {
      rows.back().push_back(fmt::format("{}", (accounts[i]->*trouble.places).count));
    }
    rows.back().push_back(fmt::format("{}", accounts[i]->crowded));
  }
  std::string text = "\nNot used as it stands, by owner of the files\n" + table_text(rows);
  if (accounts.size() > summary.top) text += fmt::format("  and of {} more owners\n", accounts.size() - summary.top);
  return text;
}

std::string stores_text(const Summary& summary) {
  if (!summary.stores) return "";
  std::string text = fmt::format("\nIn the stores of topomorph auto: {} of {} cases have a predicted gain\n",
                                 summary.stores->cases.size(), summary.stores->all);
  if (summary.stores->cases.empty()) return text;
  std::vector<std::vector<std::string>> rows = {{"program", "ranks", "runs", "last order", "time in MPI, s", "gain"}};
  for (std::size_t i = 0; i < std::min(summary.top, summary.stores->cases.size()); ++i) {
    const StoreCase& one = summary.stores->cases[i];
    rows.push_back({row_name(summary.names.shown(one.program)), fmt::format("{}", one.ranks),
                    fmt::format("{}", one.runs), one.is_reordered ? "reordered" : "launcher",
                    time_text(one.mpi_seconds), fmt::format("{:.1f} %", one.gain_percent)});
  }
  return text + table_text(rows);
}

}  // namespace

std::string as_text(const Summary& summary) {
  std::string text = summary.files.empty() ? "" : overview(summary);
  for (const Ranking& ranking : rankings()) text += ranking_text(summary, ranking);
  text += owners_text(summary);
  text += stores_text(summary);
  return text.starts_with('\n') ? text.substr(1) : text;
}

}  // namespace topomorph::centre
