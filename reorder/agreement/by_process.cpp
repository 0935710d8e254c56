// Reads and compares cards process by process.
#include "reorder/agreement/by_process.h"

#include <algorithm>
#include <bitset>
#include <optional>
#include <string_view>

#include <unistd.h>

#include "reorder/agreement/card.h"
#include "runtime/process/host_mailbox.h"
#include "runtime/process/pmi.h"
#include "runtime/process/pmi_relay.h"
#include "runtime/process/pmi_text.h"

namespace topomorph::reorder::agreement {
namespace {

constexpr std::string_view kSeveralPrograms = "fine, of several programs";

/// What a process leaves: the name of its host, the number of its program, the name of its mailbox if it has one, with
/// a blank after each of the first two; a newline; its card.
class Left {
 public:
  explicit Left(std::uint32_t rank) : text_(process::pmi::text(key(rank)).value_or(process::FixedString())) {}

  static process::FixedString key(std::uint32_t rank) { return process::FixedString("topomorph-card-") << rank; }
  bool is_there() const { return !text_.empty(); }
  std::string_view host() const { return head().substr(0, head().find(' ')); }
  std::string_view program() const { return head().substr(host().size(), head().rfind(' ') - host().size()); }
  std::string_view mailbox() const { return head().substr(std::min(head().rfind(' ') + 1, head().size())); }
  std::string_view card() const { return text_.text().substr(std::min(head().size() + 1, text_.text().size())); }

 private:
  std::string_view head() const { return text_.text().substr(0, text_.text().find('\n')); }

  process::FixedString text_;
};

process::FixedString short_host_name() {
  constexpr std::size_t kLongest = 64;  // names of this length fit beside any card
  char name[kLongest + 1] = {};
  return gethostname(name, kLongest) == 0 ? process::FixedString(name) : process::FixedString();
}

/// Returns the host of a process that has left nothing: as another process of its host has left it, or the launcher's
/// number of the host.
process::FixedString host_by_pmi(std::uint32_t rank) {
  const process::FixedString mapping = process::pmi::process_mapping();
  const auto host = process::host_number(mapping, rank);
  for (std::uint32_t other = 0; host && other < process::pmi::processes(); ++other) {
    if (process::host_number(mapping, other) != host) continue;
    const Left left(other);
    if (left.is_there()) return left.host();
  }
  process::FixedString number;
  return host ? number << *host + 1 << " of the launcher's list" : number;
}

/// Whether this is the process that reports the problem: the lowest rank with a card. All processes that look find the
/// same one.
bool is_lowest_that_left() {
  std::uint32_t rank = 0;
  while (rank < process::pmi::own_rank() && !Left(rank).is_there()) ++rank;
  return rank == process::pmi::own_rank();
}

/// Returns what is wrong with a process that has not left a card like `card`.
process::FixedString wrong_with(std::uint32_t rank, const Left& left, const process::FixedString& card) {
  const process::FixedString host = left.is_there() ? process::FixedString(left.host()) : host_by_pmi(rank);
  return difference(left.card(), {rank, host}, card, process::pmi::own_rank());
}

/// Returns what is wrong, or one of the two texts for no problem.
process::FixedString found_among_all(const process::FixedString& card) {
  std::string_view fine = kNoDifference;
  const Left own(process::pmi::own_rank());
  for (std::uint32_t rank = 0; rank < process::pmi::processes(); ++rank) {
    const Left left(rank);
    if (left.card() != card.text()) return wrong_with(rank, left, card);
    if (left.program() != own.program()) fine = kSeveralPrograms;
  }
  return fine;
}

/// Returns this process's mailbox, which is open from before MPI_Init until the result is known.
process::HostMailbox& verdict() {
  static constinit process::HostMailbox only;
  return only;
}

using Ranks = std::bitset<process::pmi::kMostProcesses>;

/// Tells the ranks, and returns those whose mailboxes are full. The names of the mailboxes are read once more: to keep
/// them would take memory in every process.
Ranks tell(const Ranks& ranks, const process::FixedString& found, const process::Deadline& deadline) {
  Ranks full;
  for (std::uint32_t rank = 0; rank < process::pmi::processes(); ++rank) {
    if (ranks[rank]) full[rank] = !verdict().tell(Left(rank).mailbox(), found, deadline);
  }
  return full;
}

/// Tells first those for whom there is room: what the others have not taken yet can use up the room of a large host.
void tell_host(const process::FixedString& mapping, const process::FixedString& found, double seconds) {
  const auto host = process::host_number(mapping, process::pmi::own_rank());
  Ranks others;
  for (std::uint32_t rank = process::pmi::own_rank() + 1; rank < process::pmi::processes(); ++rank)
    others[rank] = process::host_number(mapping, rank) == host;
  const Ranks full = tell(others, found, process::Deadline(0));
  if (full.any()) tell(full, found, process::Deadline(seconds));
}

/// Returns nothing if the launcher does not tell which processes are on this host.
std::optional<std::uint32_t> first_in_mapping(const process::FixedString& mapping) {
  const auto host = process::host_number(mapping, process::pmi::own_rank());
  std::uint32_t first = 0;
  while (host && first < process::pmi::own_rank() && process::host_number(mapping, first) != host) ++first;
  return host ? std::optional(first) : std::nullopt;
}

/// Returns the result of found_among_all(). A process that is not told it in time reads all cards itself.
process::FixedString found_through(std::optional<std::uint32_t> first, const process::FixedString& mapping,
                                   const process::FixedString& card, double seconds) {
  if (!first) return found_among_all(card);
  if (*first == process::pmi::own_rank()) {
    const process::FixedString found = found_among_all(card);
    tell_host(mapping, found, seconds);
    return found;
  }
  const Left theirs(*first);
  if (theirs.card() != card.text()) return wrong_with(*first, theirs, card);
  const auto told = verdict().hear(theirs.mailbox(), seconds);
  return told ? *told : found_among_all(card);
}

/// Puts the card on the open board.
void put_card(const process::FixedString& card) {
  process::FixedString text = short_host_name();
  text << " " << process::pmi::program() << " " << verdict().open() << "\n" << card;
  process::pmi::put(Left::key(process::pmi::own_rank()), text);
}

/// Returns the card that is put when the MPI library has greeted, in another thread.
process::FixedString& card_to_come() {
  static constinit process::FixedString only;
  return only;
}

void put_card_to_come() {
  if (!card_to_come().empty()) put_card(card_to_come());
}

}  // namespace

void leave_card_for_all(const process::FixedString& card, double seconds) noexcept {
  if (process::pmi::open(seconds)) put_card(card);
}

bool leave_card_when_greeted(const process::FixedString& card, double seconds) noexcept {
  card_to_come() = card;
  return process::pmi::begin_relay(seconds, put_card_to_come);
}

Outcome ask_by_process(const process::FixedString& card, int processes, double seconds) noexcept {
  Outcome outcome;
  outcome.means = Means::Pmi;
  const bool shown =
      static_cast<int>(process::pmi::processes()) == processes && Left(process::pmi::own_rank()).card() == card.text();
  if (shown) {
    const process::FixedString mapping = process::pmi::process_mapping();
    const process::FixedString found = found_through(first_in_mapping(mapping), mapping, card, seconds);
    outcome.several_programs = found.text() == kSeveralPrograms;
    if (found.text() != kNoDifference && !outcome.several_programs) outcome.why = found;
    outcome.says = !outcome.why.empty() && is_lowest_that_left();
  }
  verdict().close();
  if (!shown || !process::pmi::is_open()) {
    outcome.why = "the launcher does not show what processes leave for each other through PMI";
    outcome.says = process::pmi::own_rank() == 0;
  }
  outcome.everybody = outcome.why.empty();
  return outcome;
}

}  // namespace topomorph::reorder::agreement
