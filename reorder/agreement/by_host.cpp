// Reads cards for a host.
#include "reorder/agreement/by_host.h"

#include <optional>
#include <string_view>

#include "reorder/agreement/card.h"
#include "reorder/agreement/pmix.h"

namespace topomorph::reorder::agreement {
namespace {

constexpr char kCard[] = "topomorph.card";
constexpr char kVerdict[] = "topomorph.verdict";  ///< what a first process has found, for its host
constexpr std::string_view kFine = "fine";

Line card_of(std::uint32_t rank) { return pmix::text(rank, kCard, pmix::From::Server).value_or(Line()); }

Line host_of(std::uint32_t rank) { return pmix::text(rank, pmix::kHostName).value_or(Line()); }

/// The lowest process that has a card is the one that says what is wrong: everybody who looks finds the same.
bool is_lowest_with_card() {
  std::uint32_t rank = 0;
  while (rank < pmix::own_rank() && card_of(rank).empty()) ++rank;
  return rank == pmix::own_rank();
}

/// The first process whose card is not like `card`.
Line found_among_all(const Line& card, std::uint32_t processes) {
  for (std::uint32_t rank = 0; rank < processes; ++rank) {
    const Line theirs = card_of(rank);
    if (theirs.text() == card.text()) continue;
    const Line host = host_of(rank);
    return difference(theirs, {rank, host}, card, pmix::own_rank());
  }
  return {};
}

Line heard_from(std::uint32_t first, int seconds) {
  const auto verdict = pmix::awaited_text(first, kVerdict, seconds);
  if (!verdict) return "no answer from the first process of this host";
  return verdict->text() == kFine ? Line() : *verdict;
}

/// What is wrong, on a process of the host whose first process is `first`.
Line found_by(std::uint32_t first, const Line& card, std::uint32_t processes, int seconds) {
  if (first != pmix::own_rank()) {
    const Line host = host_of(first), wrong = difference(card_of(first), {first, host}, card, pmix::own_rank());
    return wrong.empty() ? heard_from(first, seconds) : wrong;
  }
  const Line found = found_among_all(card, processes);
  pmix::put(pmix::kLocal, kVerdict, found.empty() ? kFine : found.text());
  return found;
}

/// Most launchers have told it. The others are asked for all peers: PRRTE 3 writes a line on stderr when it is.
std::optional<std::uint32_t> first_of_host() {
  if (const auto told = pmix::number(pmix::kAnyRank, pmix::kFirstOfHost)) return static_cast<std::uint32_t>(*told);
  Line host = host_of(pmix::own_rank());
  return pmix::Peers(host.c_str()).first();
}

}  // namespace

bool leave_card(const Line& card) noexcept { return pmix::put_uncommitted(pmix::kGlobal, kCard, card); }

Outcome ask_by_host(const Line& card, std::uint32_t processes, int seconds) noexcept {
  Outcome outcome;
  outcome.means = Means::Pmix;
  if (const auto first = first_of_host()) {
    outcome.why = found_by(*first, card, processes, seconds);
  } else {
    outcome.why = "PMIx does not tell which processes are on this host";
  }
  outcome.everybody = outcome.why.empty();
  outcome.says = !outcome.everybody && is_lowest_with_card();
  return outcome;
}

}  // namespace topomorph::reorder::agreement
