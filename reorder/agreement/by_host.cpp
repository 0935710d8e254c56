// Reads cards for a host.
#include "reorder/agreement/by_host.h"

#include <optional>
#include <string_view>

#include "reorder/agreement/card.h"
#include "reorder/agreement/pmix.h"

namespace topomorph::reorder::agreement {
namespace {

constexpr char kCard[] = "topomorph.card";
constexpr char kOfHost[] = "topomorph.host";      ///< what a first process has found on its host, for other hosts
constexpr char kVerdict[] = "topomorph.verdict";  ///< what it has found among all, for its host
constexpr std::string_view kFine = "fine";

Line host_of(std::uint32_t rank) { return pmix::text(rank, pmix::kHostName).value_or(Line()); }

Line card_here(std::uint32_t rank) { return pmix::text(rank, kCard, pmix::From::Server).value_or(Line()); }

Line card_from_afar(std::uint32_t rank, int seconds) {
  return pmix::text_from_afar(rank, kCard, seconds).value_or(Line());
}

/// The lowest process that has a card is the one that says what is wrong: everybody who looks finds the same.
bool is_lowest_with_card(int seconds) {
  std::uint32_t rank = 0;
  while (rank < pmix::own_rank() && card_here(rank).empty() && card_from_afar(rank, seconds).empty()) ++rank;
  return rank == pmix::own_rank();
}

std::string_view fine_or(const Line& wrong) { return wrong.empty() ? kFine : wrong.text(); }

/// What is wrong, as another process has told it.
Line told(const std::optional<Line>& verdict, std::uint32_t rank) {
  Line line("no answer from rank ");
  if (!verdict) return line << rank << ", the first process of its host";
  return verdict->text() == kFine ? Line() : *verdict;
}

/// What the first process of a host does for all of its host: looks for the first process with another card.
class Search {
 public:
  Search(const Line& card, std::uint32_t processes, int seconds)
      : card_(card), processes_(processes), seconds_(seconds) {}

  Line among_all() {
    Line wrong;
    for (std::uint32_t rank = 0; rank < processes_ && wrong.empty(); ++rank) wrong = wrong_with(rank);
    return wrong;
  }

 private:
  Line compared(std::uint32_t rank, const Line& theirs) const {
    if (theirs.text() == card_.text()) return {};
    const Line host = host_of(rank);
    return difference(theirs, {rank, host}, card_, pmix::own_rank());
  }

  Line wrong_with(std::uint32_t rank) {
    if (hosts_speak_ && pmix::number(rank, pmix::kLocalRank).value_or(0) != 0) return {};
    const Line theirs = card_here(rank);
    return theirs.empty() ? wrong_beyond(rank) : compared(rank, theirs);
  }

  /// With a process whose card MPI_Init's fence has not handed out. Where it hands out none, every first process comes
  /// here, each has told of its host before it waits for another, and the first processes speak for their hosts.
  Line wrong_beyond(std::uint32_t rank) {
    if (const Line here = on_this_host(); !here.empty()) return here;
    const Line theirs = card_from_afar(rank, seconds_), wrong = compared(rank, theirs);
    if (!wrong.empty() || pmix::number(rank, pmix::kLocalRank) != 0) return wrong;
    hosts_speak_ = true;
    return told(pmix::awaited_text_from_afar(rank, kOfHost, seconds_), rank);
  }

  /// Looked for once, and told to the other hosts.
  Line on_this_host() {
    Line wrong;
    if (has_told_) return wrong;
    const Line host = host_of(pmix::own_rank());
    for (std::uint32_t rank = 0; rank < processes_ && wrong.empty(); ++rank) {
      if (host_of(rank).text() == host.text()) wrong = compared(rank, card_here(rank));
    }
    has_told_ = pmix::put(pmix::kGlobal, kOfHost, fine_or(wrong));
    return wrong;
  }

  const Line& card_;
  const std::uint32_t processes_;
  const int seconds_;
  bool has_told_ = false;     ///< what is on this host is known, and fine
  bool hosts_speak_ = false;  ///< who is not the first of its host need not be asked
};

/// What is wrong, on a process of the host whose first process is `first`.
Line found_by(std::uint32_t first, const Line& card, std::uint32_t processes, int seconds) {
  if (first != pmix::own_rank()) {
    const Line host = host_of(first), wrong = difference(card_here(first), {first, host}, card, pmix::own_rank());
    return wrong.empty() ? told(pmix::awaited_text(first, kVerdict, seconds), first) : wrong;
  }
  const Line wrong = Search(card, processes, seconds).among_all();
  pmix::put(pmix::kLocal, kVerdict, fine_or(wrong));
  return wrong;
}

/// The one that the launcher gave the local rank 0: other hosts know it by that. Where launchers tell no local ranks,
/// the lowest.
std::optional<std::uint32_t> first_of_host(std::uint32_t processes) {
  const auto is_first = [](std::uint64_t rank) {
    return pmix::number(static_cast<std::uint32_t>(rank), pmix::kLocalRank).value_or(0) == 0;
  };
  const auto lowest = pmix::number(pmix::kAnyRank, pmix::kFirstOfHost);
  if (lowest && is_first(*lowest)) return static_cast<std::uint32_t>(*lowest);
  const Line host = host_of(pmix::own_rank());
  for (std::uint32_t rank = 0; rank < processes && !host.empty(); ++rank) {
    if (is_first(rank) && host_of(rank).text() == host.text()) return rank;
  }
  return std::nullopt;
}

}  // namespace

bool leave_card(const Line& card) noexcept { return pmix::put_uncommitted(pmix::kGlobal, kCard, card); }

Outcome ask_by_host(const Line& card, std::uint32_t processes, int seconds) noexcept {
  Outcome outcome;
  outcome.means = Means::Pmix;
  if (const auto first = first_of_host(processes)) {
    outcome.why = found_by(*first, card, processes, seconds);
  } else {
    outcome.why = "PMIx does not tell which processes are on this host";
  }
  outcome.everybody = outcome.why.empty();
  outcome.says = !outcome.everybody && is_lowest_with_card(seconds);
  return outcome;
}

}  // namespace topomorph::reorder::agreement
