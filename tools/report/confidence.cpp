// Says how sure a report is.
#include "tools/report/confidence.h"

#include <algorithm>

#include <fmt/format.h>

namespace topomorph::report {

namespace {

void add_traffic(const Report& report, std::vector<std::string>& sentences) {
  const Source& source = report.source;
  if (!source.knows_messages) {
    sentences.push_back(
        "The file has one volume for each pair, taken for bytes. Numbers of messages are not known, and predicted "
        "times "
        "leave latencies out.");
  }
  if (!source.directed) {
    sentences.push_back(
        "The file has each pair once, for both directions together: half of the volume is taken for each.");
  }
  if (!source.profile) return;
  const formats::Profile& profile = *source.profile;
  if (profile.ranks.size() != profile.job_ranks) {
    sentences.push_back(fmt::format("{} of {} ranks left a record: the job was aborted, and traffic is missing.",
                                    profile.ranks.size(), profile.job_ranks));
  }
  const auto collectives = profile.meta.find("collectives");
  if (collectives == profile.meta.end()) return;
  sentences.push_back(collectives->second == "model"
                          ? "Messages inside collectives were not seen; their traffic follows a model of the MPI "
                            "library's algorithms."
                          : "Traffic was counted message by message, inside collectives too.");
}

void add_place(const Report& report, std::vector<std::string>& sentences) {
  if (!report.place) {
    sentences.push_back(
        "Where the ranks were is not known for all of them: nothing can be said of distances and savings. A topology "
        "may be given (--topology).");
    return;
  }
  if (!report.source.profile || !report.place->given.empty()) return;
  const auto& ranks = report.source.profile->ranks;
  const bool unbound = std::all_of(ranks.begin(), ranks.end(),
                                   [](const formats::ProfiledRank& rank) { return rank.location.path.empty(); });
  if (unbound) {
    sentences.push_back("Processes were not bound to cores: where they ran inside their hosts is not known.");
  }
}

void add_costs(const Report& report, std::vector<std::string>& sentences) {
  if (!report.place) return;
  sentences.push_back(
      report.place->aim.cost.costs.assumed
          ? "Nobody measured the network: latencies and bandwidths are assumed from distances, so predicted seconds "
            "are "
            "good for comparing orders only. What topomorph topology --measure writes makes them real (--level-costs)."
          : "Latencies and bandwidths of the network were given (--level-costs).");
  sentences.push_back(
      "Predicted seconds are those of all messages one after the other. A program's messages overlap, and what it "
      "computes is not in them.");
}

void add_search(const Report& report, std::vector<std::string>& sentences) {
  if (!report.saving || !report.saving->ended_after) return;
  sentences.push_back(fmt::format(
      "The search for a better order was ended after {:g} s: what it says can be had, and a longer one may find more "
      "(--time-limit).",
      *report.saving->ended_after));
}

}  // namespace

std::vector<std::string> confidence_of(const Report& report) {
  std::vector<std::string> sentences;
  add_traffic(report, sentences);
  add_place(report, sentences);
  add_search(report, sentences);
  add_costs(report, sentences);
  return sentences;
}

}  // namespace topomorph::report
