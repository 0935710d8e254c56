// topomorph extrapolate: continues a profile to another number of ranks.
#include "core/extrapolation/extrapolate.h"

#include <memory>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/formats/affinity_file.h"
#include "core/formats/profile/affinity_profile.h"
#include "core/formats/profile/reader.h"
#include "tools/command/input_files.h"
#include "tools/command/options.h"
#include "tools/command/verbs.h"
#include "tools/output/costs.h"
#include "tools/output/message.h"
#include "tools/output/terminal.h"

namespace topomorph::command {

namespace {

struct ExtrapolateOptions {
  std::string profile, other, ranks, output;
  bool json = false;
};

/// Names the profiles in the errors of work on them: the reason may be in each, and says of how many ranks it speaks.
template <typename Work>
auto with_names(const ExtrapolateOptions& options, Work work) {
  try {
    return work();
  } catch (const InputError& error) {
    const std::string beside = options.other.empty() ? "" : " with " + options.other;
    throw InputError(options.profile, 0, fmt::format("cannot be continued{}: {}", beside, error.what()));
  }
}

extrapolation::Continuation continued(const ExtrapolateOptions& options) {
  const std::uint64_t ranks = positive_count(options.ranks, "-n", kMaxRoles);
  const Affinity known = affinity_from(options.profile);
  std::optional<Affinity> other;
  if (!options.other.empty()) other = affinity_from(options.other);
  return with_names(options, [&] {
    return output::with_progress("looking for rules",
                                 [&] { return extrapolation::extrapolate(known, other ? &*other : nullptr, ranks); });
  });
}

void write(const extrapolation::Continuation& result, const ExtrapolateOptions& options) {
  if (!is_profile(options.output)) return formats::write_affinity(result.affinity, options.output);
  const wire::KeyValues known =
      is_profile(options.profile) ? formats::read_profile_meta(options.profile) : wire::KeyValues();
  formats::write_affinity_profile(result.affinity, result.meta_of_profile(known), options.output);
}

std::string finding_text(const char* label, const extrapolation::Finding& finding) {
  return fmt::format(
      "{:<12} {} ranks, grid {}: {:.2g} % of the bytes unexplained, pairs differ from their rule by {:.2g} %\n", label,
      finding.ranks, finding.grid, 100 * finding.unexplained, 100 * finding.uneven);
}

std::string continuation_text(const extrapolation::Continuation& result) {
  std::string text = result.text() + "\n";
  for (const extrapolation::RuleInWords& rule : result.rules) {
    text += fmt::format("{:<12} {:6.2f} % of the bytes: {}\n", "rule", 100 * rule.share, rule.text);
  }
  text += finding_text("known", result.known);
  if (result.checked) text += finding_text("checked", *result.checked);
  return text + fmt::format("{:<12} {}\n", "assumption", result.assumption);
}

nlohmann::ordered_json finding_json(const extrapolation::Finding& finding) {
  return {{"ranks", finding.ranks},
          {"grid", finding.grid},
          {"unexplained", finding.unexplained},
          {"uneven", finding.uneven}};
}

std::string continuation_json(const extrapolation::Continuation& result) {
  nlohmann::ordered_json json;
  json["ranks"] = result.ranks;
  json["grid"] = result.grid;
  json["known"] = finding_json(result.known);
  json["checked"] = result.checked ? finding_json(*result.checked) : nlohmann::ordered_json();
  json["rules"] = nlohmann::ordered_json::array();
  for (const extrapolation::RuleInWords& rule : result.rules) {
    json["rules"].push_back({{"rule", rule.text}, {"share", rule.share}});
  }
  json["assumption"] = result.assumption;
  json["bytes"] = result.affinity.total_bytes();
  json["messages"] = result.affinity.total_messages();
  return json_text(json) + "\n";
}

int run_extrapolate(const ExtrapolateOptions& options) {
  const extrapolation::Continuation result = continued(options);
  if (!options.output.empty()) write(result, options);
  output::print(options.json ? continuation_json(result) : continuation_text(result));
  return output::kDone;
}

}  // namespace

Action declare_extrapolate(CLI::App& app, char**) {
  auto options = std::make_shared<ExtrapolateOptions>();
  app.add_option("PROFILE", options->profile, "a profile of some ranks, or another file with an affinity")
      ->required()
      ->type_name("AFFINITY");
  app.add_option("OTHER", options->other,
                 "a profile of another number of ranks, which checks the rules and shows how grid and volumes grow")
      ->type_name("AFFINITY");
  app.add_option("-n", options->ranks, "how many ranks the continued profile has")->required()->type_name("N");
  app.add_option("-o,--output", options->output,
                 "write the continued profile (.tmprof), or affinity in the format of the ending")
      ->type_name("FILE");
  app.add_flag("--json", options->json, "print what was found as JSON");
  return [options] { return run_extrapolate(*options); };
}

}  // namespace topomorph::command
