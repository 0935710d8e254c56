// The course of the job in a report's JSON.
#include "tools/report/course_json.h"

#include <cmath>

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

}  // namespace topomorph::report
