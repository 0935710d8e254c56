// topomorph doctor: checks the installation and gives advice.
#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "tools/command/options.h"
#include "tools/command/verbs.h"
#include "tools/doctor/checks.h"
#include "tools/doctor/hosts.h"
#include "tools/output/message.h"
#include "tools/output/terminal.h"

namespace topomorph::command {

namespace {

using doctor::Check;
using doctor::Finding;
using doctor::Verdict;

struct DoctorOptions {
  std::string program;
  bool no_job = false, json = false;
  output::Colours colours;
};

struct Row {
  const char* name;
  Finding finding;
};

const char* name_of_verdict(Verdict verdict) {
  return verdict == Verdict::Ok ? "ok" : verdict == Verdict::Warning ? "warning" : "failure";
}

std::vector<Row> run_checks(const DoctorOptions& options, doctor::Surroundings& surroundings) {
  output::ProgressLine line("checks");
  std::vector<Row> rows;
  for (const Check& check : doctor::checks()) {
    if (!check.of_program || !options.program.empty())
      rows.push_back({check.name, doctor::run_check(check, surroundings)});
    line.show(static_cast<double>(&check - doctor::checks().data() + 1) / static_cast<double>(doctor::checks().size()));
  }
  return rows;
}

std::string verdict_text(Verdict verdict, const output::Colours& colours) {
  const std::string padded = fmt::format("{:<8}", name_of_verdict(verdict));
  if (verdict == Verdict::Ok) return colours.good(padded);
  return verdict == Verdict::Warning ? colours.doubtful(padded) : colours.bad(padded);
}

std::string checks_text(const std::vector<Row>& rows, const output::Colours& colours) {
  std::string text;
  for (const Row& row : rows) {
    const Finding& finding = row.finding;
    const std::string advice = finding.advice.empty() ? "" : fmt::format(" -> {}", finding.advice);
    text += fmt::format("{} {:<12} {}\n", verdict_text(finding.verdict, colours), row.name,
                        output::for_terminal(finding.found + advice));
  }
  return text;
}

std::string checks_json(const std::vector<Row>& rows, bool fine) {
  nlohmann::ordered_json json = {{"ok", fine}, {"checks", nlohmann::ordered_json::array()}};
  for (const Row& row : rows) {
    json["checks"].push_back({{"check", row.name},
                              {"verdict", name_of_verdict(row.finding.verdict)},
                              {"found", row.finding.found},
                              {"advice", row.finding.advice}});
  }
  return json_text(json) + "\n";
}

int run_doctor(const DoctorOptions& options) {
  doctor::Surroundings surroundings;
  surroundings.program = options.program;
  surroundings.may_start = !options.no_job;
  const std::vector<Finding> of_hosts = doctor::check_hosts(surroundings);  // all ranks of a job take part
  if (output::is_other_rank()) return output::kDone;                        // rank 0 reports for the job
  std::vector<Row> rows = run_checks(options, surroundings);
  for (const Finding& finding : of_hosts) rows.push_back({"hosts", finding});
  const bool fine =
      std::none_of(rows.begin(), rows.end(), [](const Row& row) { return row.finding.verdict == Verdict::Failure; });
  output::print(options.json ? checks_json(rows, fine) : checks_text(rows, options.colours), options.colours);
  return fine ? output::kDone : output::kFailed;
}

}  // namespace

Action declare_doctor(CLI::App& app, char**) {
  auto options = std::make_shared<DoctorOptions>();
  app.add_option("PROGRAM", options->program, "a program to check, too")->type_name("COMMAND");
  app.add_flag("--no-job", options->no_job, "start no job of two ranks (on login nodes that forbid it)");
  app.add_flag("--json", options->json, "print as JSON");
  add_colours(app, options->colours);
  return [options] { return run_doctor(*options); };
}

}  // namespace topomorph::command
