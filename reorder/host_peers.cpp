// Exchanges texts between the first process of a host and the others.
#include "reorder/host_peers.h"

#include <algorithm>
#include <utility>

#include "reorder/agreement/agreement.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/own_comm.h"
#include "reorder/steps/parts.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::reorder {
namespace {

constexpr int kPeersTag = 4;

/// The first letter of a message says what follows.
constexpr std::string_view kPart = "p", kLast = "l", kFailure = "f";

void send_line(const OwnComm& comm, int to, std::string_view kind, std::string_view text) {
  process::FixedString& line = comm.desk().line = {};
  line << kind << text;
  comm.run([&](MPI_Request* request) {
    return real::Isend(&line, static_cast<int>(sizeof line), handles::type_byte(), to, kPeersTag, comm.get(), request);
  });
}

/// Sends a text, which may be longer than a line, or why there is none.
void send_text(const OwnComm& comm, int to, std::string_view text, const process::FixedString& failure) {
  constexpr std::size_t kRoom = 2000;
  if (!failure.empty()) return send_line(comm, to, kFailure, failure);
  for (; text.size() > kRoom; text.remove_prefix(kRoom)) send_line(comm, to, kPart, text.substr(0, kRoom));
  send_line(comm, to, kLast, text);
}

/// Receives a text, and takes its lines even if there is no memory for them. Returns why there is none.
process::FixedString receive_text(const OwnComm& comm, int from, std::string& text) {
  process::FixedString failure;
  const process::FixedString& line = comm.desk().line;
  do {
    comm.run([&](MPI_Request* request) {
      return real::Irecv(&comm.desk().line, static_cast<int>(sizeof line), handles::type_byte(), from, kPeersTag,
                         comm.get(), request);
    });
    const std::string_view rest = line.text().substr(1);
    if (line.text().starts_with(kFailure)) return rest;
    if (failure.empty()) failure = failure_of([&] { text.append(rest); });
  } while (line.text().starts_with(kPart));
  return failure;
}

/// Returns what the launcher tells of the processes on this host; null if it tells nothing, on all processes.
process::pmix::OwnText told_of(const OwnComm& comm) {
  return comm.is_whole_world() && agreement::knows_local_peers() ? process::pmix::local_peers() : nullptr;
}

}  // namespace

HostPeers::HostPeers(const OwnComm& comm) : HostPeers(comm, told_of(comm)) {}

HostPeers::HostPeers(const OwnComm& comm, process::pmix::OwnText told)
    : told_(std::move(told)),
      made_(told_ ? OwnComm::none() : host_of(comm)),
      comm_(told_ ? comm : made_),
      first_(told_ ? comm.rank() : 0) {
  for_each_other([&](int rank) { first_ = std::min(first_, rank); });
}

template <class Work>
void HostPeers::for_each_other(Work work) const {
  const int own = comm_.rank();
  const auto unless_own = [&](int rank) {
    if (rank != own) work(rank);
  };
  process::pmix::RankList told(told_.get());
  for (auto rank = told.next(); rank; rank = told.next()) unless_own(static_cast<int>(*rank));
  for (int rank = 0; !told_ && rank < comm_.size(); ++rank) unless_own(rank);
}

std::string HostPeers::ask_first(const std::function<std::string()>& mine, const Answers& answers) const {
  std::string text;
  process::FixedString failure = failure_of([&] { text = mine(); });
  if (is_first()) return answer(std::move(text), failure, answers);
  send_text(comm_, first_, text, failure);
  text.clear();
  failure = receive_text(comm_, first_, text);
  if (!failure.empty()) throw CollectiveError(failure);
  return text;
}

/// Does the work of the first process, which receives and sends everything even after a failure.
std::string HostPeers::answer(std::string own, process::FixedString failure, const Answers& answers) const {
  std::vector<std::string> texts;
  const auto note = [&](const process::FixedString& problem) {
    if (failure.empty()) failure = problem;
  };
  note(failure_of([&] { texts.push_back(std::move(own)); }));
  for_each_other([&](int rank) {
    std::string text;
    note(receive_text(comm_, rank, text));
    note(failure_of([&] { texts.push_back(std::move(text)); }));
  });
  if (failure.empty()) note(failure_of([&] { texts = answers(texts); }));
  std::size_t next = 0;
  for_each_other([&](int rank) {
    const std::string_view text = ++next < texts.size() ? std::string_view(texts[next]) : std::string_view();
    send_text(comm_, rank, text, failure);
  });
  if (!failure.empty()) throw CollectiveError(failure);
  return texts.empty() ? std::string() : std::move(texts.front());
}

}  // namespace topomorph::reorder
