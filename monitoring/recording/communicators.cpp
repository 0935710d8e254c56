// Keeps identities with the communicators' translations, and numbers what the process uses.
#include "monitoring/recording/communicators.h"

#include <algorithm>
#include <span>

#include "core/base/random.h"
#include "core/base/successive.h"
#include "core/wire/members.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"

namespace topomorph::monitoring::recording {
namespace {

constexpr std::uint64_t kWorld = 1, kSelf = 2, kUnknown = 3, kByGroup = std::uint64_t{1} << 63;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) { return Random(a ^ Random(b).next()).next(); }

/// Returns the first member's role; of an intercommunicator the lower one of both groups, which both sides know.
std::uint64_t first_member(ThreadCounters& thread, MPI_Comm comm) {
  const int local = roles::of_member(thread, comm, Side::Local, 0);
  if (!runtime::is_inter(comm)) return static_cast<std::uint64_t>(local + 1);
  const int remote = roles::of_member(thread, comm, Side::Remote, 0);
  return mixed(static_cast<std::uint64_t>(std::min(local, remote) + 1),
               static_cast<std::uint64_t>(std::max(local, remote) + 1));
}

std::string text_of(std::span<const int> members) {
  std::string text;
  while (!members.empty()) {
    const auto end = std::adjacent_find(members.begin(), members.end(), [](int a, int b) { return a >= b; });
    const auto ascending = end == members.end() ? members.size() : static_cast<std::size_t>(end - members.begin()) + 1;
    text += (text.empty() ? "" : ";") + wire::members_text(members.first(ascending));
    members = members.subspan(ascending);
  }
  return text;
}

}  // namespace

CommunicatorNotes& Communicators::notes_of(ThreadCounters& thread, MPI_Comm comm) {
  if (comm == roles::known.world) return world_;
  if (comm == roles::known.self) return self_;
  return roles::notes_of(thread, comm);
}

/// Returns the members of both sides of an intercommunicator: the same number on both.
std::uint64_t members_in_all(MPI_Comm comm) {
  int remote = 0;
  if (runtime::is_inter(comm)) real::Comm_remote_size(comm, &remote);
  return static_cast<std::uint64_t>(runtime::size_of(comm)) + static_cast<std::uint64_t>(remote);
}

/// A communicator whose creation was not seen (MPI_Comm_idup, a session's) is known by its members alone.
std::uint64_t Communicators::identity_of(ThreadCounters& thread, MPI_Comm comm) {
  CommunicatorNotes& notes = notes_of(thread, comm);
  if (notes.identity == 0) {
    notes.identity = comm == roles::known.world ? kWorld
                     : comm == roles::known.self
                         ? kSelf
                         : mixed(kUnknown, mixed(first_member(thread, comm), members_in_all(comm)));
  }
  return notes.identity;
}

void Communicators::created(ThreadCounters& thread, MPI_Comm parent, MPI_Comm child) {
  const std::uint64_t origin = mixed(identity_of(thread, parent), ++notes_of(thread, parent).children);
  if (child != handles::comm_null()) notes_of(thread, child).identity = mixed(origin, first_member(thread, child));
}

void Communicators::created_by_group(ThreadCounters& thread, MPI_Comm parent, int tag, MPI_Comm child) {
  if (child == handles::comm_null()) return;
  const std::uint64_t origin = mixed(identity_of(thread, parent), kByGroup | static_cast<std::uint64_t>(tag));
  notes_of(thread, child).identity = mixed(origin, first_member(thread, child));
}

std::optional<std::uint16_t> Communicators::number_of(std::uint64_t identity, int tag) {
  const auto known = numbers_.find({identity, tag});
  if (known != numbers_.end()) return known->second;
  if (channels_.size() > 0xFFFF) return std::nullopt;
  const auto next = static_cast<std::uint16_t>(channels_.size());
  channels_.push_back({identity, tag});
  numbers_.emplace(std::pair(identity, tag), next);
  return next;
}

std::optional<std::uint16_t> Communicators::channel(ThreadCounters& thread, MPI_Comm comm, int tag) {
  const std::uint64_t handle = roles::number_of(comm), epoch = current_epoch.load(std::memory_order_acquire);
  Recent& recent = recent_[((handle >> 4) + static_cast<unsigned>(tag)) % recent_.size()];
  if (recent.comm == handle && recent.tag == tag && recent.epoch == epoch) return recent.channel;
  const auto number = number_of(identity_of(thread, comm), tag);
  if (number) recent = {handle, epoch, tag, *number};
  return number;
}

std::uint32_t Communicators::number_of_group(MPI_Comm comm) {
  const auto size = static_cast<std::size_t>(runtime::size_of(comm));
  const auto ranks = successive<int>(size);
  std::vector<int> members(size);
  MPI_Group group{};
  real::Comm_group(comm, &group);
  real::Group_translate_ranks(group, static_cast<int>(size), ranks.data(), roles::world_group(), members.data());
  real::Group_free(&group);
  if (*std::min_element(members.begin(), members.end()) < 0) return kNoGroup;
  const auto next = static_cast<std::uint32_t>(groups_.size());
  const auto [known, is_new] = group_numbers_.emplace(text_of(members), next);
  if (is_new) groups_.push_back(known->first);
  return known->second;
}

std::uint32_t Communicators::group(ThreadCounters& thread, MPI_Comm comm) {
  CommunicatorNotes& notes = notes_of(thread, comm);
  if (!notes.has_group) notes.group = number_of_group(comm), notes.has_group = true;
  return notes.group;
}

}  // namespace topomorph::monitoring::recording
