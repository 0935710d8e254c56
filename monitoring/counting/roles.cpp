// Keeps translations as attributes of their objects. A map by handle would go stale, because MPI reuses the handles of
// freed communicators.
#include "monitoring/counting/roles.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/successive.h"
#include "core/wire/members.h"
#include "monitoring/counting/enabled.h"
#include "monitoring/counting/name_lists.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::monitoring::roles {
namespace {

/// Stands for kNone in a PeerMap, which holds no negative values.
constexpr int kOutside = 0x7FFFFFFE;

struct State {
  MPI_Group group{};
  int comm_keyval = MPI_KEYVAL_INVALID;
  int window_keyval = MPI_KEYVAL_INVALID;
};
State state;
std::mutex attaching;  // taken only at the first use of a communicator or window

int discard(void* attribute) {
  std::unique_ptr<Translation> translation(static_cast<Translation*>(attribute));
  handle_freed();
  real::Group_free(&translation->group);
  if (translation->inter) real::Group_free(&translation->remote_group);
  return MPI_SUCCESS;
}

/// Does not copy: a duplicate is another communicator with its own translation.
int copy_none_window(MPI_Win, int, void*, void*, void*, int* flag) { return *flag = 0, MPI_SUCCESS; }
int discard_comm(MPI_Comm, int, void* attribute, void*) { return discard(attribute); }
int discard_window(MPI_Win, int, void* attribute, void*) { return discard(attribute); }

struct Communicators {
  static bool get(MPI_Comm comm, void* attribute) {
    int found = 0;
    return real::Comm_get_attr(comm, state.comm_keyval, attribute, &found) == MPI_SUCCESS && found != 0;
  }
  static void set(MPI_Comm comm, void* attribute) { real::Comm_set_attr(comm, state.comm_keyval, attribute); }
  static void fill(MPI_Comm comm, Translation& translation) {
    real::Comm_group(comm, &translation.group);
    translation.inter = runtime::is_inter(comm);
    if (translation.inter) real::Comm_remote_group(comm, &translation.remote_group);
  }
};

struct Windows {
  static bool get(MPI_Win window, void* attribute) {
    int found = 0;
    return real::Win_get_attr(window, state.window_keyval, attribute, &found) == MPI_SUCCESS && found != 0;
  }
  static void set(MPI_Win window, void* attribute) { real::Win_set_attr(window, state.window_keyval, attribute); }
  static void fill(MPI_Win window, Translation& translation) { real::Win_get_group(window, &translation.group); }
};

template <class Kind, class Handle>
const Translation* attached(Handle handle) {
  Translation* translation = nullptr;
  if (Kind::get(handle, &translation)) return translation;
  const std::lock_guard lock(attaching);  // setting it twice would discard the first while another thread uses it
  if (Kind::get(handle, &translation)) return translation;
  translation = new Translation;
  Kind::fill(handle, *translation);
  Kind::set(handle, translation);
  return translation;
}

template <class Kind, class Handle>
const Translation& translation_of(RecentTranslation& recent, Handle handle) {
  const std::uint64_t number = number_of(handle);
  const std::uint64_t now = current_epoch.load(std::memory_order_acquire);
  if (recent.handle != number || recent.epoch != now) recent = {number, now, attached<Kind>(handle)};
  return *recent.translation;
}

int looked_up(PeerMap& known, MPI_Group group, int rank) {
  if (const auto role = known.find(rank)) return *role == kOutside ? kNone : *role;
  int role = MPI_UNDEFINED;
  real::Group_translate_ranks(group, 1, &rank, state.group, &role);
  known.insert(rank, role < 0 ? kOutside : role);
  return role < 0 ? kNone : role;
}

/// Returns the roles of all members in ascending order; none if a member has no role.
std::vector<int> members_of(MPI_Group group) {
  int size = 0;
  real::Group_size(group, &size);
  const auto ranks = successive<int>(static_cast<std::size_t>(size));
  std::vector<int> members(ranks.size());
  real::Group_translate_ranks(group, size, ranks.data(), state.group, members.data());
  std::sort(members.begin(), members.end());
  return members.empty() || members.front() < 0 ? std::vector<int>() : members;
}

std::uint32_t number_of_group(MPI_Group group) {
  if (groups::all().first() == nullptr) return groups::kNone;  // there was no memory at the start
  const std::vector<int> members = members_of(group);
  return members.empty() ? groups::kNone : groups::number_of(wire::members_text(members));
}

void number_world() {
  int size = 0;
  real::Group_size(state.group, &size);
  groups::number_of(size < 2 ? "0" : size == 2 ? "0,1" : "0-" + std::to_string(size - 1));
}

}  // namespace

constinit Known known;

void begin(MPI_Comm world) {
  known.world = world;
  known.self = handles::comm_self();
  known.mine = runtime::rank_in(world);
  real::Comm_group(world, &state.group);
  noexcept_hook(number_world);
  real::Comm_create_keyval(runtime::copy_nothing, discard_comm, &state.comm_keyval, nullptr);
  real::Win_create_keyval(copy_none_window, discard_window, &state.window_keyval, nullptr);
}

void end() {
  real::Comm_free_keyval(&state.comm_keyval);
  real::Win_free_keyval(&state.window_keyval);
  real::Group_free(&state.group);
}

MPI_Group world_group() { return state.group; }

int looked_up_peer(ThreadCounters& thread, MPI_Comm comm, int rank) {
  const Translation& translation = translation_of<Communicators>(thread.recent_comm, comm);
  return translation.inter ? looked_up(translation.remote_roles, translation.remote_group, rank)
                           : looked_up(translation.roles, translation.group, rank);
}

int of_member(ThreadCounters& thread, MPI_Comm comm, Side side, int rank) {
  if (side == Side::Remote) return of_peer(thread, comm, rank);
  if (comm == known.world) return rank;
  if (comm == known.self) return known.mine;
  const Translation& translation = translation_of<Communicators>(thread.recent_comm, comm);
  return looked_up(translation.roles, translation.group, rank);
}

std::uint32_t group_of(ThreadCounters& thread, MPI_Comm comm) {
  if (comm == known.world) return groups::all().first() == nullptr ? groups::kNone : groups::kWorld;
  const Translation& translation = translation_of<Communicators>(thread.recent_comm, comm);
  std::uint32_t number = translation.number.load(std::memory_order_relaxed);
  if (number == Translation::kUnasked) {
    number = number_of_group(translation.group);
    translation.number.store(number, std::memory_order_relaxed);
  }
  return number;
}

CommunicatorNotes& notes_of(ThreadCounters& thread, MPI_Comm comm) {
  return translation_of<Communicators>(thread.recent_comm, comm).notes;
}

int of_target(ThreadCounters& thread, MPI_Win window, int rank) {
  if (rank < 0) return kNone;
  const Translation& translation = translation_of<Windows>(thread.recent_window, window);
  return looked_up(translation.roles, translation.group, rank);
}

}  // namespace topomorph::monitoring::roles
