// topomorph report: prints the traffic, distances and possible saving of a profiled job.
#include <memory>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/settings/settings.h"
#include "tools/command/given_mapping.h"
#include "tools/command/options.h"
#include "tools/command/report_source.h"
#include "tools/command/verbs.h"
#include "tools/output/message.h"
#include "tools/output/terminal.h"
#include "tools/report/json.h"
#include "tools/report/text.h"

namespace topomorph::command {

namespace {

using report::Report;

struct ReportVerbOptions {
  std::string file, html;
  std::vector<std::string> compared;
  ReportOptions report;
  std::optional<double> time_limit;
  bool json = false, no_search = false;
  output::Colours colours;
};

Report report_of(const std::string& file, const ReportOptions& options) {
  report::Source source = output::with_progress("reading " + file, [&] { return read_report_source(file); });
  std::optional<report::Place> place = place_of(source, options);
  if (place) {
    for (const std::string& note : place->notes) output::message(note);
  }
  return output::with_progress(options.build.search ? "looking for a better order" : "adding up", [&] {
    return report::build_report(std::move(source), std::move(place), options.build);
  });
}

void check_report_options(const ReportVerbOptions& options) {
  check_page(options.html, "--html");
  if (options.file.empty() == options.compared.empty()) {
    throw InputError(options.file.empty() ? "report: expected a FILE, or --compare A B (topomorph report --help)"
                                          : "report: found a FILE and --compare, expected one of them");
  }
}

/// Prints the text, unless a page or JSON is asked for.
void print_report(const ReportVerbOptions& options, const nlohmann::ordered_json& json,
                  const std::function<std::string()>& text) {
  if (!options.html.empty()) write_page(report::page_of(json), options.html);
  if (options.json) output::print(json_text(json) + "\n");
  if (!options.json && options.html.empty())
    output::print(output::with_headings(text(), options.colours), options.colours);
}

int run_report(ReportVerbOptions& options) {
  check_report_options(options);
  if (!options.report.cost) options.report.cost = evaluation::cost_model_named(settings::text(settings::Id::Cost));
  if (options.report.level_costs.empty()) options.report.level_costs = settings::text(settings::Id::LevelCosts);
  options.report.build.min_gain = settings::number(settings::Id::MinGain);
  const bool draws = options.json || !options.html.empty();
  if (!draws) options.report.build.heat_text = 0;
  options.report.build.search = !options.no_search;
  options.report.build.search_seconds = options.time_limit.value_or(settings::search_seconds());
  if (options.compared.empty()) {
    const Report report = report_of(options.file, options.report);
    print_report(options, draws ? report::to_json(report) : nlohmann::ordered_json(),
                 [&] { return report::as_text(report); });
    return 0;
  }
  options.report.build.search = false;  // the runs are compared as they were
  const Report first = report_of(options.compared[0], options.report);
  const Report second = report_of(options.compared[1], options.report);
  print_report(options, draws ? report::to_json(first, second) : nlohmann::ordered_json(),
               [&] { return report::compared_text(first, second); });
  return 0;
}

}  // namespace

Action declare_report(CLI::App& app, char**) {
  auto options = std::make_shared<ReportVerbOptions>();
  app.add_option("FILE", options->file, "a profile, or any affinity (formats: topomorph convert --help)")
      ->type_name("AFFINITY");
  app.add_option("--compare", options->compared, "compare two runs, instead of FILE")
      ->expected(2)
      ->type_name("FILE FILE");
  app.add_option("--html", options->html, "write one HTML page, which needs no other file, with maps and drawings")
      ->type_name("FILE.html");
  app.add_flag("--json", options->json, "print as JSON, with everything on the page");
  app.add_flag("--no-search", options->no_search, "search no better order");
  add_time_limit(
      app, options->time_limit,
      "search a better order for at most this time (default: half of TOPOMORPH_ENGINE_TIMEOUT, as in a job: 15)");
  app.add_option("--topology", options->report.topology,
                 "the network of the profile's hosts, or the machine of an affinity, as for topomorph map (default: "
                 "the hosts in the profile)")
      ->type_name("TOPOLOGY");
  app.add_option("--mapping", options->report.mapping,
                 "where the ranks are on the topology; a FILE has one slot a line")
      ->type_name(kGivenMappings);
  add_cost(app, [options](evaluation::CostModel cost) { options->report.cost = cost; });
  add_level_costs(app, options->report.level_costs);
  add_count(app, "--pairs", options->report.build.pairs, "list this many of the busiest pairs");
  add_count(app, "--links", options->report.build.links, "list this many of the busiest links");
  add_colours(app, options->colours);
  return [options] { return run_report(*options); };
}

}  // namespace topomorph::command
