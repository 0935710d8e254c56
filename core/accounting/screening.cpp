// Compares records with the owners of their files, and with what a site can do.
#include "core/accounting/screening.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace topomorph::accounting {

namespace {

constexpr double kHourSeconds = 3600, kSecondsOfDay = 24 * 60 * 60, kMinute = 60;
constexpr double kSecond = 1000;  // in milliseconds

/// Whether it stands for a name, as jobs write it where the site hashes names: whose it is cannot be compared.
bool is_digest(std::string_view name) {
  return name.size() == 16 && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

std::optional<double> most_node_hours(const Period& period, const Limits& limits, std::int64_t now) {
  if (!period.since) return std::nullopt;
  const std::int64_t until = std::min(period.until.value_or(now), now);
  const auto seconds = static_cast<double>(std::max<std::int64_t>(until - *period.since, 0));
  return limits.most_hosts * (seconds + limits.most_seconds) / kHourSeconds;
}

double claimed_node_hours(const JobRecord& record) {
  const double gain =
      std::max(std::abs(record.measured_gain.value_or(0)), std::abs(record.predicted_gain().value_or(0)));
  return std::max(record.node_hours(), record.mpi_node_hours() * gain);
}

void Screening::attribute(JobRecord& record, const FileOwner& owner, const Place& place) const {
  record.account = owner.account;
  record.owner = owner.name;
  if (!owner.account->is_limited()) return;
  if (!record.user.empty() && record.user != owner.name && !is_digest(record.user)) {
    owner.account->disputed.add_with([&] {
      const bool is_open = owner.account->standing == Standing::Open;
      return place(fmt::format("names user '{}', found a file {}{}", record.user, is_open ? "" : "of ",
                               is_open ? "that others may write to" : owner.name));
    });
  }
  record.user = owner.name;
}

std::string Screening::objection_to(const JobRecord& record, double claimed) const {
  if (record.hosts.value_or(0) > limits_.most_hosts) {
    return fmt::format("hosts: found {:g}, expected at most {:g} (--max-hosts)", *record.hosts, limits_.most_hosts);
  }
  if (record.seconds.value_or(0) > limits_.most_seconds) {
    return fmt::format("seconds: found {:g}, expected at most {:g} days (--max-days)", *record.seconds,
                       limits_.most_seconds / kSecondsOfDay);
  }
  if (const double most = limits_.most_hosts * limits_.most_seconds / kHourSeconds; claimed > most) {
    return fmt::format("found a gain or loss of {:g} node-hours, expected at most the {:g} of the longest job", claimed,
                       most);
  }
  if (record.added_milliseconds.value_or(0) > kSecond * (2 * record.seconds.value_or(limits_.most_seconds) + kMinute)) {
    return fmt::format("added_ms: found {:g}, expected less than the job took", *record.added_milliseconds);
  }
  if (record.account->is_limited() && most_ && record.account->node_hours + claimed > *most_) {
    return fmt::format(
        "found more than {:g} node-hours of {}, which is all that the hosts of --max-hosts have since "
        "--since",
        *most_, record.account->name);
  }
  return "";
}

bool Screening::admits(const JobRecord& record, const Place& place) const {
  const double claimed = claimed_node_hours(record);
  const std::string objection = objection_to(record, claimed);
  if (objection.empty()) {
    record.account->node_hours += claimed;
    return true;
  }
  record.account->impossible.add_with([&] { return place(objection); });
  return false;
}

}  // namespace topomorph::accounting
