// Reads cards host by host.
#include "reorder/agreement/by_host.h"

#include <optional>
#include <string_view>
#include <vector>

#include "reorder/agreement/card.h"
#include "reorder/agreement/pmix.h"
#include "reorder/together.h"

namespace topomorph::reorder::agreement {
namespace {

constexpr char kCard[] = "topomorph.card";        ///< of a process
constexpr char kFound[] = "topomorph.found";      ///< of a host's first process, for those of other hosts
constexpr char kVerdict[] = "topomorph.verdict";  ///< the same, for its host: of the whole job
constexpr std::string_view kFine = "fine";


struct First {
  std::uint32_t rank = 0;
  std::string_view host;
};

/// Every host with its first process.
struct Firsts {
  pmix::Hosts hosts;
  std::vector<First> all;

  /// Throws bad_alloc; InputError where PMIx does not know who is where.
  void find() {
    for (std::string_view rest = hosts.names(); !rest.empty();) {
      const std::string_view host = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(host.size() + 1, rest.size()));
      const auto first = pmix::Peers(Line(host).c_str()).first();
      if (first) all.push_back({*first, host});  // a host of the allocation may have none of the job's processes
    }
  }
};

std::optional<Line> own_host() { return pmix::text(pmix::own_rank(), pmix::kHostName); }

Line card_of(std::uint32_t rank) { return pmix::text(rank, kCard, pmix::From::Server).value_or(Line()); }

/// What is wrong among the processes of this host; empty: nothing.
Line problem_among(const pmix::Peers& peers, std::string_view host, const Line& card) {
  for (const pmix::Process& peer : peers.all()) {
    const Line wrong = difference(card_of(peer.rank), {peer.rank, host}, card, pmix::own_rank());
    if (!wrong.empty()) return wrong;
  }
  return {};
}

/// What is wrong among the first processes. `says` becomes whether this one is the lowest of those that have a card.
Line problem_among(const std::vector<First>& firsts, const Line& card, bool& says) {
  Line problem;
  bool lower_is_there = false;
  for (const First& first : firsts) {
    const Line theirs = card_of(first.rank);
    lower_is_there = lower_is_there || (!theirs.empty() && first.rank < pmix::own_rank());
    if (problem.empty()) problem = difference(theirs, {first.rank, first.host}, card, pmix::own_rank());
  }
  says = !lower_is_there;
  return problem;
}

bool is_lowest(const std::vector<First>& firsts) {
  for (const First& first : firsts) {
    if (first.rank < pmix::own_rank()) return false;
  }
  return true;
}

Line fence_failed(int seconds) {
  Line line("the hosts could not tell each other in ");
  return line << seconds << " s through PMIx who has this library";
}

/// Among first processes that are all known to come: the first problem of any host.
Line exchanged(const std::vector<First>& firsts, const Line& found, int seconds) {
  std::vector<std::uint32_t> ranks;
  for (const First& first : firsts) ranks.push_back(first.rank);
  const bool left = pmix::put(pmix::kGlobal, kFound, found.empty() ? kFine : found.text());
  if (!pmix::fence(ranks, seconds) || !left) return fence_failed(seconds);
  for (const First& first : firsts) {
    const auto theirs = pmix::text(first.rank, kFound, pmix::From::Server);
    if (!theirs) return fence_failed(seconds);
    if (theirs->text() != kFine) return *theirs;
  }
  return {};
}

/// The part of a host's first process.
Outcome speak_for_host(const pmix::Peers& peers, const Line& host, const Line& card, int seconds) {
  Outcome outcome;
  Line problem = failure_of([&] {
    Firsts firsts;
    firsts.find();
    outcome.why = problem_among(firsts.all, card, outcome.says);
    if (!outcome.why.empty()) return;
    outcome.says = is_lowest(firsts.all);
    outcome.why = problem_among(peers, host, card);
    if (firsts.all.size() > 1) outcome.why = exchanged(firsts.all, outcome.why, seconds);
  });
  if (!problem.empty()) outcome.why = problem;
  outcome.everybody = outcome.why.empty();
  pmix::put(pmix::kLocal, kVerdict, outcome.everybody ? kFine : outcome.why.text());
  return outcome;
}

/// Where the first process of this host has no card: whether this one is to say it, since nobody else can.
bool nobody_else_says(const pmix::Peers& peers) {
  for (const pmix::Process& peer : peers.all()) {
    if (peer.rank < pmix::own_rank() && !card_of(peer.rank).empty()) return false;
  }
  bool another_says = false;
  failure_of([&] {
    Firsts firsts;
    firsts.find();
    for (const First& first : firsts.all) another_says = another_says || !card_of(first.rank).empty();
  });
  return !another_says;
}

/// The part of the others.
Outcome hear_from(std::uint32_t first, const pmix::Peers& peers, const Line& host, const Line& card, int seconds) {
  Outcome outcome;
  const Line theirs = card_of(first);
  outcome.why = difference(theirs, {first, host}, card, pmix::own_rank());
  if (outcome.why.empty()) {
    const auto verdict = pmix::awaited_text(first, kVerdict, seconds);
    outcome.why = verdict ? *verdict : Line("no answer from the first process of this host");
    if (outcome.why.text() == kFine) outcome.why = {};
  } else if (theirs.empty()) {
    outcome.says = nobody_else_says(peers);
  }
  outcome.everybody = outcome.why.empty();
  return outcome;
}

}  // namespace

bool leave_card(const Line& card) noexcept {
  auto host = own_host();
  if (!host) return false;
  const auto first = pmix::Peers(host->c_str()).first();
  return first && pmix::put_uncommitted(*first == pmix::own_rank() ? pmix::kGlobal : pmix::kLocal, kCard, card);
}

Outcome ask_by_host(const Line& card, int seconds) noexcept {
  auto host = own_host();
  const pmix::Peers peers(host ? host->c_str() : nullptr);
  const auto first = peers.first();
  Outcome outcome;
  if (!first) {
    outcome.everybody = false;
    outcome.says = pmix::own_rank() == 0;
    outcome.why = "PMIx does not tell which processes are on this host";
  } else if (*first == pmix::own_rank()) {
    outcome = speak_for_host(peers, *host, card, seconds);
  } else {
    outcome = hear_from(*first, peers, *host, card, seconds);
  }
  outcome.means = Means::Pmix;
  return outcome;
}

}  // namespace topomorph::reorder::agreement
