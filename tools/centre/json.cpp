// The summary of topomorph site as JSON, and as one HTML page that loads nothing else.
#include "tools/centre/json.h"

#include <algorithm>
#include <utility>

#include "core/base/date.h"
#include "tools/report/json.h"

namespace topomorph::centre {

namespace {

using accounting::Totals;
using Json = nlohmann::ordered_json;

template <typename Value>
Json known(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

Json date_json(const std::optional<std::int64_t>& seconds) { return seconds ? Json(date_text(*seconds)) : Json(); }

Json share_json(const accounting::Share& share) { return {{"jobs", share.jobs}, {"node_hours", share.node_hours}}; }

Json measured_json(const Totals& totals) {
  return {{"jobs", totals.measured.jobs},
          {"node_hours", totals.measured.node_hours},
          {"gained_node_hours", totals.gained},
          {"lost_node_hours", totals.lost},
          {"slower_jobs", totals.slower.jobs},
          {"gain_percent", known(percent_of(totals.gained, totals.measured_mpi))},
          {"predicted_percent", known(percent_of(totals.predicted, totals.predicted_mpi))},
          {"found_of_predicted_percent", known(percent_of(totals.found_of_predicted, totals.predicted_mpi))}};
}

Json totals_json(const Totals& totals) {
  Json poor = share_json(totals.poor);
  poor["would_gain_node_hours"] = totals.would_gain;
  poor["by_other_records"] = share_json(totals.poor_by_others);
  Json added;
  if (totals.added_jobs > 0) added = 1000 * totals.added_seconds / static_cast<double>(totals.added_jobs);
  return {{"jobs", totals.all.jobs},
          {"node_hours", totals.all.node_hours},
          {"mpi_node_hours", totals.mpi_node_hours},
          {"mpi_percent", known(percent_of(totals.mpi_node_hours, totals.timed.node_hours))},
          {"reordered", share_json(totals.reordered)},
          {"poor_order", std::move(poor)},
          {"not_predicted", share_json(totals.unpredicted)},
          {"dropped", share_json(totals.dropped)},
          {"measured", measured_json(totals)},
          {"added_milliseconds", std::move(added)}};
}

Json group_json(const Summary& summary, const accounting::Group& group) {
  Json json = {{"name", group.name.empty() ? Json() : Json(group_name(summary, group))}};
  json.update(totals_json(group.totals));
  json["may_miss_node_hours"] = group.may_miss;
  json["owner"] = group.only == nullptr ? Json() : Json(account_name(summary, *group.only));
  const bool tells = !group.dropped_reason.empty() && !summary.names.are_hashed();  // a reason may name files
  json["dropped_reason"] = tells ? Json(group.dropped_reason) : Json();
  return json;
}

Json rankings_json(const Summary& summary) {
  Json json = Json::object();
  for (const Ranking& ranking : rankings()) {
    Json& rows = json[ranking.key] = Json::array();
    for (const accounting::Group* group : summary.groups.ranked(ranking.value, summary.top)) {
      rows.push_back(group_json(summary, *group));
    }
  }
  return json;
}

/// How many rows the rankings would have without --top.
Json ranked_json(const Summary& summary) {
  Json json = Json::object();
  for (const Ranking& ranking : rankings()) json[ranking.key] = summary.groups.count(ranking.value);
  return json;
}

/// How many greater rows the rankings lack, because their owner has his share of the rows.
Json passed_over_json(const Summary& summary) {
  Json json = Json::object();
  for (const Ranking& ranking : rankings()) {
    json[ranking.key] = summary.groups.rows(ranking.value, summary.top).passed_over;
  }
  return json;
}

Json places_json(const accounting::Places& places) {
  return {{"count", places.count}, {"first", places.count > 0 ? Json(places.first) : Json()}};
}

Json account_json(const Summary& summary, const accounting::Account& account) {
  Json json = {{"owner", account_name(summary, account)}};
  for (const Trouble& trouble : troubles()) json[trouble.key] = places_json(account.*trouble.places);
  json["crowded_jobs"] = account.crowded;
  return json;
}

/// What was not used as it stands, by owner.
Json owners_json(const Summary& summary) {
  const std::vector<const accounting::Account*> accounts = summary.accounts.in_trouble();
  Json first = Json::array();
  for (std::size_t i = 0; i < std::min(summary.top, accounts.size()); ++i) {
    first.push_back(account_json(summary, *accounts[i]));
  }
  return {{"count", accounts.size()}, {"first", std::move(first)}};
}

Json limits_json(const accounting::Limits& limits) {
  return {{"hosts", limits.most_hosts},
          {"days", limits.most_seconds / kDaySeconds},
          {"names_of_an_owner", limits.most_names},
          {"bytes_of_an_owner", limits.most_bytes}};
}

Json files_json(const Summary& summary) {
  if (!summary.names.are_hashed()) return summary.files;
  Json files = Json::array();
  for (std::size_t i = 0; i < summary.files.size(); ++i) files.push_back("operand " + std::to_string(i + 1));
  return files;
}

Json input_json(const Summary& summary) {
  const accounting::Reading& reading = summary.reading;
  return {{"files", files_json(summary)},
          {"bytes", reading.bytes},
          {"lines", reading.lines},
          {"records", reading.records},
          {"outside", reading.outside},
          {"undated", reading.undated},
          {"impossible", reading.impossible},
          {"relayed", reading.relayed},
          {"damaged", places_json(reading.damaged)},
          {"foreign", places_json(reading.foreign)},
          {"skipped", places_json(reading.skipped)},
          {"owners", owners_json(summary)},
          {"limits", limits_json(summary.accounts.limits())},
          {"first_end", date_json(reading.first_end)},
          {"last_end", date_json(reading.last_end)},
          {"since", date_json(summary.period.since)},
          {"until", date_json(summary.period.until)}};
}

Json case_json(const Summary& summary, const StoreCase& one) {
  const bool hashed = summary.names.are_hashed();
  return {{"store", summary.names.shown(one.store)},
          {"program", summary.names.shown(one.program)},
          {"arguments", hashed ? Json() : Json(one.arguments)},
          {"ranks", one.ranks},
          {"runs", one.runs},
          {"reordered", one.is_reordered},
          {"mpi_seconds", one.mpi_seconds},
          {"gain_percent", one.gain_percent},
          {"saved_seconds", one.saved_seconds()}};
}

Json stores_json(const Summary& summary) {
  if (!summary.stores) return {};
  Json cases = Json::array();
  for (std::size_t i = 0; i < std::min(summary.top, summary.stores->cases.size()); ++i) {
    cases.push_back(case_json(summary, summary.stores->cases[i]));
  }
  return {{"cases", summary.stores->all},
          {"with_gain", summary.stores->cases.size()},
          {"damaged", summary.stores->damaged.count},
          {"first", std::move(cases)}};
}

}  // namespace

Json to_json(const Summary& summary) {
  return {{"by", summary.by->name},
          {"by_plural", summary.by->plural},
          {"hashed", summary.names.are_hashed()},
          {"input", input_json(summary)},
          {"total", totals_json(summary.groups.all())},
          {"groups", summary.groups.size()},
          {"rest", totals_json(summary.groups.rest())},
          {"has_given_up", summary.groups.has_given_up()},
          {"has_given_up_predictions", summary.groups.has_given_up_predictions()},
          {"uncertain_node_hours", summary.groups.uncertainty()},
          {"top", summary.top},
          {"rankings", rankings_json(summary)},
          {"ranked", ranked_json(summary)},
          {"passed_over", passed_over_json(summary)},
          {"stores", stores_json(summary)}};
}

std::string page_of(const nlohmann::ordered_json& json) {
  return report::page_of({"TopoMorph site", "topomorph site FILE", assets::kScript}, json);
}

}  // namespace topomorph::centre
