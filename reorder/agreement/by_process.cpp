// Reads cards process by process.
#include "reorder/agreement/by_process.h"

#include <algorithm>

#include <unistd.h>

#include "reorder/agreement/card.h"
#include "reorder/agreement/pmi.h"
#include "reorder/agreement/process_mapping.h"

namespace topomorph::reorder::agreement {
namespace {

/// What a process leaves: the name of its host, a newline, its card.
class Left {
 public:
  explicit Left(std::uint32_t rank) : text_(pmi::text(key(rank)).value_or(Line())) {}

  static Line key(std::uint32_t rank) {
    Line key("topomorph-card-");
    return key << rank;
  }
  bool is_there() const { return !text_.empty(); }
  std::string_view host() const { return text_.text().substr(0, length_of_host()); }
  std::string_view card() const {
    return is_there() ? text_.text().substr(std::min(length_of_host() + 1, text_.text().size())) : "";
  }

 private:
  std::size_t length_of_host() const { return std::min(text_.text().find('\n'), text_.text().size()); }

  Line text_;
};

Line host_here() {
  constexpr std::size_t kLongest = 64;  // names that fit beside any card
  char name[kLongest + 1] = {};
  return gethostname(name, kLongest) == 0 ? Line(name) : Line();
}

/// For a process that has left nothing: what another one of its host has left, or the number that the launcher gave it.
Line host_of(std::uint32_t rank) {
  const Line mapping = pmi::process_mapping();
  const auto host = host_number(mapping, rank);
  for (std::uint32_t other = 0; host && other < pmi::processes(); ++other) {
    if (host_number(mapping, other) != host) continue;
    const Left left(other);
    if (left.is_there()) return left.host();
  }
  Line number;
  return host ? number << *host + 1 << " of the launcher's list" : number;
}

/// What is wrong among all. `says` becomes whether this is the lowest process that has a card.
Line problem_among_all(const Line& card, bool& says) {
  Line problem;
  bool lower_is_there = false;
  for (std::uint32_t rank = 0; rank < pmi::processes() && problem.empty(); ++rank) {
    const Left left(rank);
    lower_is_there = lower_is_there || (left.is_there() && rank < pmi::own_rank());
    if (left.card() == card.text()) continue;
    const Line host = left.is_there() ? Line(left.host()) : host_of(rank);
    problem = difference(left.card(), {rank, host}, card, pmi::own_rank());
  }
  for (std::uint32_t rank = 0; rank < pmi::own_rank() && !lower_is_there; ++rank) {
    lower_is_there = Left(rank).is_there();
  }
  says = !lower_is_there;
  return problem;
}

}  // namespace

void leave_card_for_all(const Line& card, double seconds) noexcept {
  Line text = host_here();
  text << "\n" << card;
  if (pmi::open(seconds)) pmi::put(Left::key(pmi::own_rank()), text);
}

Outcome ask_by_process(const Line& card, int processes) noexcept {
  Outcome outcome;
  outcome.means = Means::Pmi;
  const bool shown = static_cast<int>(pmi::processes()) == processes && Left(pmi::own_rank()).card() == card.text();
  if (shown) outcome.why = problem_among_all(card, outcome.says);
  if (!shown || !pmi::is_open()) {
    outcome.why = "the launcher (Hydra) does not show what processes leave for each other through PMI";
    outcome.says = pmi::own_rank() == 0;
  }
  outcome.everybody = outcome.why.empty();
  return outcome;
}

}  // namespace topomorph::reorder::agreement
