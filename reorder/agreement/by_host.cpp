// Reads and compares cards for all processes of a host.
#include "reorder/agreement/by_host.h"

#include <cstdlib>
#include <optional>
#include <string_view>

#include "reorder/agreement/card.h"
#include "runtime/process/pmix.h"

namespace topomorph::reorder::agreement {
namespace {

constexpr char kCard[] = "topomorph.card";
constexpr char kOfHost[] = "topomorph.host";  ///< the first process of a host whose card differs, for other hosts
constexpr char kVerdict[] =
    "topomorph.verdict";  ///< what the first process of a host has found among all, for its host

process::FixedString host_by_pmix(std::uint32_t rank) {
  return process::pmix::text(rank, process::pmix::kHostName).value_or(process::FixedString());
}

process::FixedString card_here(std::uint32_t rank) {
  return process::pmix::text(rank, kCard, process::pmix::From::Server).value_or(process::FixedString());
}

process::FixedString card_from_afar(std::uint32_t rank, int seconds) {
  return process::pmix::text_from_afar(rank, kCard, seconds).value_or(process::FixedString());
}

/// Whether this is the process that reports the problem: the lowest rank with a card. All processes that look find the
/// same one.
bool is_lowest_with_card(int seconds) {
  std::uint32_t rank = 0;
  while (rank < process::pmix::own_rank() && card_here(rank).empty() && card_from_afar(rank, seconds).empty()) ++rank;
  return rank == process::pmix::own_rank();
}

std::string_view fine_or(const process::FixedString& wrong) { return wrong.empty() ? kNoDifference : wrong.text(); }

process::FixedString no_answer_from(std::uint32_t rank) {
  return process::FixedString("no answer from rank ") << rank << ", the first process of its host";
}

/// Searches for the first process with another card, for all processes of the host. Done by the host's first process.
class Search {
 public:
  Search(const process::FixedString& card, std::uint32_t processes, int seconds)
      : card_(card), processes_(processes), seconds_(seconds) {}

  process::FixedString among_all() {
    process::FixedString wrong = on_this_host();
    for (std::uint32_t rank = 0; rank < processes_ && wrong.empty(); ++rank) {
      const process::FixedString theirs = card_here(rank);
      if (theirs.empty()) return beyond(rank);
      wrong = compared(rank, theirs);
    }
    return wrong;
  }

 private:
  /// Tells the other hosts before it asks them anything: some may already have all cards (messages by which MPI
  /// connects two processes bring them along) while others wait for this.
  process::FixedString on_this_host() const {
    process::FixedString wrong, which(kNoDifference);
    const process::pmix::OwnText list = process::pmix::local_peers();
    process::pmix::RankList peers(list.get());
    for (auto rank = peers.next(); rank && wrong.empty(); rank = peers.next()) {
      wrong = compared(*rank, card_here(*rank));
      if (!wrong.empty()) which = process::FixedString() << *rank;
    }
    process::pmix::put(process::pmix::kGlobal, kOfHost, which.text());
    return wrong;
  }

  process::FixedString compared(std::uint32_t rank, const process::FixedString& theirs) const {
    if (theirs.text() == card_.text()) return {};
    const process::FixedString host = host_by_pmix(rank);
    return difference(theirs, {rank, host}, card_, process::pmix::own_rank());
  }

  /// Searches after the fence of MPI_Init has not brought the card of `missing`, which is on another host. Either that
  /// process is without the library, or the fence distributes no cards and the first processes speak for their hosts.
  process::FixedString beyond(std::uint32_t missing) const {
    process::FixedString wrong = compared(missing, card_from_afar(missing, seconds_));
    for (std::uint32_t rank = 0; rank < processes_ && wrong.empty(); ++rank) {
      const auto place = process::pmix::number(rank, process::pmix::kLocalRank);
      if (rank == process::pmix::own_rank() || place.value_or(0) != 0) continue;
      if (rank != missing) wrong = compared(rank, card_from_afar(rank, seconds_));
      if (wrong.empty() && place) wrong = heard_of_host(rank);
    }
    return wrong;
  }

  process::FixedString heard_of_host(std::uint32_t first) const {
    auto which = process::pmix::awaited_text_from_afar(first, kOfHost, seconds_);
    if (!which) return no_answer_from(first);
    if (which->text() == kNoDifference) return {};
    const auto rank = static_cast<std::uint32_t>(std::strtoul(which->c_str(), nullptr, 10));
    return compared(rank, card_from_afar(rank, seconds_));
  }

  const process::FixedString& card_;
  const std::uint32_t processes_;
  const int seconds_;
};

process::FixedString heard_from(std::uint32_t first, int seconds) {
  const auto verdict = process::pmix::awaited_text(first, kVerdict, seconds);
  if (!verdict) return no_answer_from(first);
  return verdict->text() == kNoDifference ? process::FixedString() : *verdict;
}

/// Returns what is wrong, on a process of the host whose first process is `first`.
process::FixedString found_for_host(std::uint32_t first, const process::FixedString& card, std::uint32_t processes,
                                    int seconds) {
  if (first != process::pmix::own_rank()) {
    const process::FixedString host = host_by_pmix(first),
                               wrong = difference(card_here(first), {first, host}, card, process::pmix::own_rank());
    return wrong.empty() ? heard_from(first, seconds) : wrong;
  }
  const process::FixedString wrong = Search(card, processes, seconds).among_all();
  process::pmix::put(process::pmix::kLocal, kVerdict, fine_or(wrong));
  return wrong;
}

/// Returns the process to which the launcher gave the local rank 0, since other hosts identify it by this. If the
/// launcher tells no local ranks, returns any process that all of the host agree on.
std::optional<std::uint32_t> first_local_peer() {
  const process::pmix::OwnText list = process::pmix::local_peers();
  process::pmix::RankList peers(list.get());
  auto rank = peers.next();
  while (rank && process::pmix::number(*rank, process::pmix::kLocalRank).value_or(0) != 0) rank = peers.next();
  return rank;
}

}  // namespace

bool leave_card(const process::FixedString& card) noexcept {
  return process::pmix::put_uncommitted(process::pmix::kGlobal, kCard, card);
}

Outcome ask_by_host(const process::FixedString& card, std::uint32_t processes, int seconds) noexcept {
  Outcome outcome;
  outcome.means = Means::Pmix;
  if (const auto first = first_local_peer()) {
    outcome.why = found_for_host(*first, card, processes, seconds);
  } else {
    outcome.why = "PMIx does not tell which processes are on this host";
  }
  outcome.everybody = outcome.why.empty();
  outcome.says = !outcome.everybody && is_lowest_with_card(seconds);
  return outcome;
}

}  // namespace topomorph::reorder::agreement
