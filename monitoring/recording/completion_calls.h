// Calls that complete, start or free requests while they are recorded. The wrappers call these in place of the next
// function, `next`.
#pragma once

#include <memory>
#include <new>

#include <mpi.h>

#include "monitoring/counting/persistent.h"
#include "monitoring/counting/request_copies.h"
#include "monitoring/recording/message_calls.h"

namespace topomorph::monitoring::recording {

/// Statuses for a call whose caller ignores them, if the recorder needs them.
class Statuses {
 public:
  Statuses(int count, MPI_Status* given) : used_(given) {
    if (given != MPI_STATUSES_IGNORE || count <= 0 || !recorder().needs_status()) return;
    own_.reset(new (std::nothrow) MPI_Status[static_cast<std::size_t>(count)]);
    if (own_ == nullptr) {
      end_early("not enough memory");
    } else {
      used_ = own_.get();
    }
  }

  MPI_Status* get() const { return used_; }
  /// Returns the i-th; null if they are ignored.
  const MPI_Status* at(int i) const { return used_ == MPI_STATUSES_IGNORE ? nullptr : used_ + i; }

 private:
  std::unique_ptr<MPI_Status[]> own_;
  MPI_Status* used_;
};

/// Records that the requests with the given places have completed; the i-th status is that of the i-th place. `place`
/// is a function of i. Some of them may have completed in a call that fails: nobody knows which.
template <class Place>
int completed(int result, int count, const RequestCopies& requests, const Statuses& statuses, Place place) {
  if (!is_on()) return result;
  if (result != MPI_SUCCESS || (count > 0 && !requests)) return end_early("a call failed"), result;
  return recorded(result, [&](Recorder& to) {
    for (int i = 0; i < count; ++i) to.complete(roles::number_of(requests[place(i)]), statuses.at(i));
    to.wait();
  });
}

inline int itself(int i) { return i; }

template <class Next>
int wait(Next next, MPI_Request* request, MPI_Status* status) {
  const RequestCopies before(1, request);
  const Statuses statuses(1, status);
  return completed(next(request, statuses.get()), 1, before, statuses, itself);
}

template <class Next>
int wait_all(Next next, int count, MPI_Request* requests, MPI_Status* given) {
  const RequestCopies before(count, requests);
  const Statuses statuses(count, given);
  return completed(next(count, requests, statuses.get()), count, before, statuses, itself);
}

template <class Next>
int wait_any(Next next, int count, MPI_Request* requests, int* index, MPI_Status* status) {
  const RequestCopies before(count, requests);
  const Statuses statuses(1, status);
  const int result = next(count, requests, index, statuses.get());
  const bool one = result != MPI_SUCCESS || *index != MPI_UNDEFINED;
  return completed(result, one ? 1 : 0, before, statuses, [index](int) { return *index; });
}

template <class Next>
int wait_some(Next next, int count, MPI_Request* requests, int* done, int* indices, MPI_Status* given) {
  const RequestCopies before(count, requests);
  const Statuses statuses(count, given);
  const int result = next(count, requests, done, indices, statuses.get());
  const int number = result == MPI_SUCCESS && *done != MPI_UNDEFINED ? *done : 0;
  return completed(result, number, before, statuses, [indices](int i) { return indices[i]; });
}

template <class Next>
int test(Next next, MPI_Request* request, int* flag, MPI_Status* status) {
  const RequestCopies before(1, request);
  const Statuses statuses(1, status);
  const int result = next(request, flag, statuses.get());
  return completed(result, result == MPI_SUCCESS && *flag != 0 ? 1 : 0, before, statuses, itself);
}

template <class Next>
int test_all(Next next, int count, MPI_Request* requests, int* flag, MPI_Status* given) {
  const RequestCopies before(count, requests);
  const Statuses statuses(count, given);
  const int result = next(count, requests, flag, statuses.get());
  return completed(result, result == MPI_SUCCESS && *flag != 0 ? count : 0, before, statuses, itself);
}

template <class Next>
int test_any(Next next, int count, MPI_Request* requests, int* index, int* flag, MPI_Status* status) {
  const RequestCopies before(count, requests);
  const Statuses statuses(1, status);
  const int result = next(count, requests, index, flag, statuses.get());
  const bool one = result == MPI_SUCCESS && *flag != 0 && *index != MPI_UNDEFINED;
  return completed(result, one ? 1 : 0, before, statuses, [index](int) { return *index; });
}

/// The library may give a started request another handle.
template <class Next>
int start_all(Next next, int count, MPI_Request* requests) {
  const RequestCopies before(count, requests);
  return recorded(call_startall(next, count, requests), [&](Recorder& to) {
    for (int i = 0; before && i < count; ++i) {
      to.start_persistent(roles::number_of(before[i]), roles::number_of(requests[i]));
    }
  });
}

template <class Next>
int start(Next next, MPI_Request* request) {
  return start_all([next](int, MPI_Request* requests) { return next(requests); }, 1, request);
}

template <class Next>
int free_request(Next next, MPI_Request* request) {
  const RequestCopies before(1, request);
  return recorded(call_request_free(next, request),
                  [&](Recorder& to) { to.free_request(roles::number_of(before[0])); });
}

template <class Next>
int cancel(Next next, MPI_Request* request) {
  const RequestCopies before(1, request);
  return recorded(next(request), [&](Recorder& to) { to.cancel(roles::number_of(before[0])); });
}

template <class Next, class Count>
int send_init(Next next, const void* buffer, Count count, MPI_Datatype type, int destination, int tag, MPI_Comm comm,
              MPI_Request* request, bool buffered = false) {
  return recorded(call_send_init(next, buffer, count, type, destination, tag, comm, request), [&](Recorder& to) {
    to.start_send(bytes_in(count, type), {destination, tag, comm}, roles::number_of(*request), {true, buffered});
  });
}

template <class Next, class Count>
int buffered_send_init(Next next, const void* buffer, Count count, MPI_Datatype type, int destination, int tag,
                       MPI_Comm comm, MPI_Request* request) {
  return send_init(next, buffer, count, type, destination, tag, comm, request, true);
}

/// Ends the recording before a call that steps cannot say.
inline void cannot_record(const char* call) {
  if (is_on()) end_early(call);
}

/// Called after the communicator was made.
inline void created(MPI_Comm parent, MPI_Comm child) {
  if (is_on()) recorder().communicator_created(parent, child);
}
inline void created_by_group(MPI_Comm parent, int tag, MPI_Comm child) {
  if (is_on()) recorder().communicator_created_by_group(parent, tag, child);
}
/// Called before a communicator is freed; the MPI library has not looked at the argument yet.
inline void freed(const MPI_Comm* comm) {
  if (comm != nullptr && is_on()) recorder().communicator_freed(*comm);
}

/// Called after the hook of a nonblocking collective, with its request.
inline void defer(MPI_Request request) {
  if (is_on()) recorder().defer(roles::number_of(request));
}

}  // namespace topomorph::monitoring::recording
