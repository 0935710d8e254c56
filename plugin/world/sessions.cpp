// Puts the group of all processes into the order of the substitute of MPI_COMM_WORLD.
#include "plugin/world/sessions.h"

#include <memory>
#include <new>

#include <strings.h>

#include "runtime/mpi/call_state.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"

namespace topomorph::plugin::world {
namespace {

constexpr const char* kWorld = "mpi://WORLD";

/// A group of a communicator, while the object lives.
class GroupOf {
 public:
  explicit GroupOf(MPI_Comm comm) { real::Comm_group(comm, &group_); }
  ~GroupOf() {
    if (group_ != handles::group_null()) real::Group_free(&group_);
  }
  GroupOf(const GroupOf&) = delete;
  GroupOf& operator=(const GroupOf&) = delete;
  MPI_Group get() const { return group_; }

 private:
  MPI_Group group_ = handles::group_null();
};

/// Writes for each rank of the substitute the rank of the same process in the real world.
int processes_by_role(int count, int* roles, int* processes) {
  const GroupOf real(runtime::world_pair.real), substitute(runtime::world_pair.substitute);
  for (int role = 0; role < count; ++role) roles[role] = role;
  return real::Group_translate_ranks(substitute.get(), count, roles, real.get(), processes);
}

/// Replaces a group of all processes, in the order of the real world, by one in the order of the substitute.
int put_in_order(MPI_Group& group, int count) {
  const std::unique_ptr<int[]> ranks(new (std::nothrow) int[2 * static_cast<std::size_t>(count)]);
  if (ranks == nullptr) return MPI_ERR_NO_MEM;
  int* const processes = ranks.get() + count;
  MPI_Group ordered = handles::group_null();
  int result = processes_by_role(count, ranks.get(), processes);
  if (result == MPI_SUCCESS) result = real::Group_incl(group, count, processes, &ordered);
  if (result != MPI_SUCCESS) return result;
  real::Group_free(&group);
  group = ordered;
  return MPI_SUCCESS;
}

}  // namespace

int group_from_session_pset(real::Group_from_session_pset_t next, MPI_Session session, const char* name,
                            MPI_Group* group) {
  const int result = next(session, name, group);
  if (result != MPI_SUCCESS || !runtime::has_substitute() || strcasecmp(name, kWorld) != 0) return result;
  int count = 0;
  real::Group_size(*group, &count);
  return count == runtime::size_of(runtime::world_pair.real) ? put_in_order(*group, count) : result;
}

}  // namespace topomorph::plugin::world
