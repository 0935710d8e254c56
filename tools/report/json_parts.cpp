// Parts of a report's JSON: the program, with its calls, sizes and phases, and the course of the job.
#include "tools/report/json_parts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/evaluation/network_costs.h"
#include "core/evaluation/network_doubt.h"
#include "core/formats/profile/trace_rows.h"
#include "tools/output/costs.h"

namespace topomorph::report {

namespace {

using Json = nlohmann::ordered_json;
using replay::ProcessTimes;

struct Part {
  const char* name;
  double ProcessTimes::*seconds;
};
constexpr Part kParts[] = {{"compute", &ProcessTimes::compute},
                           {"messages", &ProcessTimes::messages},
                           {"waiting", &ProcessTimes::waiting},
                           {"core_wait", &ProcessTimes::core_wait}};

/// Rounds a part of an interval to a thousandth: a drawing has fewer pixels.
double rounded_share(double share) { return std::round(share * 1e3) / 1e3; }

Json link_json(const Report& report, const OrderCourse& order, const LinkCourse& link) {
  Json use = Json::array();
  for (const double share : link.use) use.push_back(rounded_share(share));
  return {{"name", link_words(report, link.link)},
          {"busy", link.busy},
          {"share", std::min(link.busy / order.seconds, 1.0)},
          {"use", std::move(use)}};
}

Json rank_json(const OrderCourse& order, const RankCourse& rank) {
  Json json = {{"rank", rank.rank ? Json(*rank.rank) : Json(nullptr)}}, over_time = Json::object();
  for (const Part& part : kParts) {
    json[part.name] = rank.whole.*part.seconds;
    Json& list = over_time[part.name] = Json::array();
    for (const ProcessTimes& times : rank.spent) list.push_back(rounded_share(times.*part.seconds / order.interval));
  }
  json["over_time"] = std::move(over_time);
  return json;
}

Json order_course_json(const Report& report, const OrderCourse& order) {
  Json links = Json::array(), ranks = Json::array();
  for (const LinkCourse& link : order.links) links.push_back(link_json(report, order, link));
  for (const RankCourse& rank : order.ranks) ranks.push_back(rank_json(order, rank));
  return {{"seconds", order.job.seconds}, {"in_mpi", order.job.in_mpi}, {"replayed", order.seconds},
          {"interval", order.interval},   {"links", std::move(links)},  {"ranks", std::move(ranks)}};
}

}  // namespace

Json course_json(const Report& report) {
  if (!report.course) return nullptr;
  const JobCourse& course = *report.course;
  return {{"part", course.part},
          {"before", order_course_json(report, course.before)},
          {"after", course.after ? order_course_json(report, *course.after) : Json(nullptr)}};
}

namespace {

using Json = nlohmann::ordered_json;

Json calls_json(const formats::Profile& profile) {
  std::map<std::string, Json> by_phase;
  for (const formats::ProfiledCall& call : profile.calls) {
    by_phase[call.function].push_back(
        {{"phase", call.phase}, {"count", call.count}, {"bytes", call.bytes}, {"seconds", call.seconds}});
  }
  Json list = Json::array();
  for (const CallSum& call : calls_by_time(profile)) {
    list.push_back({{"function", call.function},
                    {"count", call.count},
                    {"bytes", call.bytes},
                    {"seconds", call.seconds},
                    {"phases", by_phase[call.function]}});
  }
  return list;
}

/// By layer and power of two, summed over all phases.
Json sizes_json(const formats::Profile& profile) {
  std::map<std::pair<wire::Layer, std::uint32_t>, std::uint64_t> sums;
  for (const formats::ProfiledSize& size : profile.sizes) sums[{size.layer, size.log2}] += size.messages;
  Json list = Json::array();
  for (const auto& [key, messages] : sums) {
    list.push_back({{"layer", wire::name(key.first)}, {"log2", key.second}, {"messages", messages}});
  }
  return list;
}

Json phases_json(const Source& source) {
  Json list = Json::array();
  for (const PhaseSum& phase : phases_of(source)) {
    Json& json = list.emplace_back(Json{{"name", phase.name},
                                        {"bytes", phase.bytes},
                                        {"messages", phase.messages},
                                        {"calls", phase.calls},
                                        {"seconds", phase.seconds},
                                        {"layers", Json::array()}});
    const auto before = [](const formats::TrafficSum& sum, const std::string& name) { return sum.phase < name; };
    auto at = std::lower_bound(source.sums.begin(), source.sums.end(), phase.name, before);  // sorted by phase
    for (; at != source.sums.end() && at->phase == phase.name; ++at) {
      const formats::TrafficSum& sum = *at;
      json["layers"].push_back({{"layer", wire::name(sum.layer)}, {"bytes", sum.bytes}, {"messages", sum.messages}});
    }
  }
  return list;
}

Json seconds_json(const formats::Profile& profile) {
  if (profile.ranks.empty()) return nullptr;
  double sum = 0, least = profile.ranks.front().mpi_seconds, most = least;
  for (const formats::ProfiledRank& rank : profile.ranks) {
    sum += rank.mpi_seconds;
    least = std::min(least, rank.mpi_seconds);
    most = std::max(most, rank.mpi_seconds);
  }
  return {{"mean", sum / static_cast<double>(profile.ranks.size())}, {"least", least}, {"most", most}};
}

}  // namespace

Json job_json(const Report& report) {
  if (!report.source.profile) {
    Json affinity = {{"ranks", report.source.affinity.roles()}};
    if (!report.source.continued.empty()) affinity["continued"] = report.source.continued;
    return affinity;
  }
  const formats::Profile& profile = *report.source.profile;
  std::set<std::string> hosts;
  for (const formats::ProfiledRank& rank : profile.ranks) hosts.insert(rank.location.host);
  const auto meta = [&](const char* key) {
    const auto found = profile.meta.find(key);
    return found == profile.meta.end() ? Json(nullptr) : Json(found->second);
  };
  const std::string trace = formats::trace_text(profile.meta);
  return {{"trace", trace.empty() ? Json(nullptr) : Json(trace)},
          {"ranks", profile.job_ranks},
          {"records", profile.ranks.size()},
          {"hosts", hosts.size()},
          {"program", meta("program")},
          {"arguments", meta("arguments")},
          {"mpi", meta("mpi")},
          {"date", meta("date")},
          {"collectives", meta("collectives")},
          {"far_from_gpu", meta("far_from_gpu")},
          {"mpi_seconds", seconds_json(profile)}};
}

std::vector<CallSum> calls_by_time(const formats::Profile& profile) {
  std::map<std::string, CallSum> sums;
  for (const formats::ProfiledCall& call : profile.calls) {
    CallSum& sum = sums[call.function];
    sum.function = call.function;
    sum.count += call.count;
    sum.bytes += call.bytes;
    sum.seconds += call.seconds;
  }
  std::vector<CallSum> calls;
  for (auto& [function, sum] : sums) calls.push_back(std::move(sum));
  std::stable_sort(calls.begin(), calls.end(), [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
  return calls;
}

std::vector<PhaseSum> phases_of(const Source& source) {
  std::vector<PhaseSum> phases;
  if (!source.profile) return phases;
  std::map<std::string, std::size_t> number;
  for (const std::string& name : source.profile->phases) {
    number.emplace(name, phases.size());
    phases.push_back({name});
  }
  for (const formats::TrafficSum& sum : source.sums) {
    const auto found = number.find(sum.phase);
    if (found == number.end()) continue;
    phases[found->second].bytes += sum.bytes;
    phases[found->second].messages += sum.messages;
  }
  for (const formats::ProfiledCall& call : source.profile->calls) {
    const auto found = number.find(call.phase);
    if (found == number.end()) continue;
    phases[found->second].calls += call.count;
    phases[found->second].seconds += call.seconds;
  }
  return phases;
}

void add_program(const Source& source, Json& json) {
  const bool profiled = source.profile.has_value();
  json["calls"] = nullptr;
  json["sizes"] = nullptr;
  json["phases"] = nullptr;
  json["measured_network"] = nullptr;
  json["missing"] = Json::object();
  static constexpr const char* kNoProfile = "Not recorded: the file is an affinity, not a profile (.tmprof).";
  const auto add = [&](const char* name, bool there, Json value, const char* otherwise) {
    if (there) {
      json[name] = std::move(value);
    } else {
      json["missing"][name] = profiled ? otherwise : kNoProfile;
    }
  };
  add("calls", profiled && !source.profile->calls.empty(), profiled ? calls_json(*source.profile) : Json(),
      "Not recorded: the profile has no calls.");
  add("sizes", profiled && !source.profile->sizes.empty(), profiled ? sizes_json(*source.profile) : Json(),
      "Not recorded: the profile has no sizes of messages.");
  add("phases", profiled && !source.profile->phases.empty(), profiled ? phases_json(source) : Json(),
      "Not recorded: the profile has no phases.");
  const evaluation::NetworkCosts network(profiled ? source.profile->network : std::vector<formats::ProfiledPair>());
  const std::string doubt =
      profiled ? evaluation::doubt_about(source.profile->network, source.profile->network_doubt) : "";
  json["network_doubt"] = doubt.empty() ? Json() : Json(doubt);
  add("measured_network", !network.empty(), output::to_json(network), "The job has not measured its network.");
}

}  // namespace topomorph::report
