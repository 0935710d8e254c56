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
        "The file has one volume for each pair, which counts as bytes. Numbers of messages are not known, so predicted "
        "times leave out latencies.");
  }
  if (!source.directed) {
    sentences.push_back(
        "The file has each pair once, for both directions together: half of the volume counts for each.");
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
                          ? "Messages inside collectives were not counted; their traffic follows a model of the MPI "
                            "library's algorithms."
                          : "Traffic was counted message by message, inside collectives too.");
}

void add_place(const Report& report, std::vector<std::string>& sentences) {
  if (!report.place) {
    sentences.push_back(
        "The places of some ranks are not known, so there are no distances and savings. --topology can give a "
        "topology.");
    return;
  }
  if (!report.source.profile || !report.place->given.empty()) return;
  const auto& ranks = report.source.profile->ranks;
  const bool unbound = std::all_of(ranks.begin(), ranks.end(),
                                   [](const formats::ProfiledRank& rank) { return rank.location.path.empty(); });
  if (unbound) {
    sentences.push_back("Processes were not bound to cores, so their places inside the hosts are not known.");
  }
}

void add_costs(const Report& report, std::vector<std::string>& sentences) {
  if (!report.place) return;
  sentences.push_back(
      report.place->aim.cost.costs.assumed
          ? "The network was not measured. Latencies and bandwidths are assumed from distances, so predicted seconds "
            "only compare orders. topomorph topology --measure measures them for --level-costs."
          : "Latencies and bandwidths of the network were given (--level-costs).");
  sentences.push_back(
      "Predicted seconds are those of all messages in sequence. A program's messages overlap, and its "
      "computation is not included.");
}

void add_search(const Report& report, std::vector<std::string>& sentences) {
  if (!report.saving || !report.saving->ended_after) return;
  sentences.push_back(
      fmt::format("The search for a better order ended after {:g} s. Its result is valid, and a longer search may find "
                  "more (--time-limit).",
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
