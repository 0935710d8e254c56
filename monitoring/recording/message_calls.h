// Point-to-point calls while they are recorded. The wrappers call these in place of the next function, `next`.
#pragma once

#include <mpi.h>

#include "monitoring/counting/enabled.h"
#include "monitoring/counting/roles.h"
#include "monitoring/recording/recorder.h"
#include "monitoring/recording/recording.h"

namespace topomorph::monitoring::recording {

/// Calls record(recorder) after a call that has succeeded. Returns the call's result.
template <class Record>
int recorded(int result, Record record) {
  if (result == MPI_SUCCESS && is_on()) noexcept_hook([&] { record(recorder()); });
  return result;
}

template <class Next, class Count>
int send(Next next, const void* buffer, Count count, MPI_Datatype type, int destination, int tag, MPI_Comm comm) {
  return recorded(next(buffer, count, type, destination, tag, comm), [&](Recorder& to) {
    to.send(bytes_in(count, type), {destination, tag, comm});
  });
}

template <class Next, class Count>
int buffered_send(Next next, const void* buffer, Count count, MPI_Datatype type, int destination, int tag,
                  MPI_Comm comm) {
  return recorded(next(buffer, count, type, destination, tag, comm), [&](Recorder& to) {
    to.buffered_send(bytes_in(count, type), {destination, tag, comm});
  });
}

template <class Next, class Count>
int start_send(Next next, const void* buffer, Count count, MPI_Datatype type, int destination, int tag, MPI_Comm comm,
               MPI_Request* request, SendMode mode = {}) {
  return recorded(next(buffer, count, type, destination, tag, comm, request), [&](Recorder& to) {
    to.start_send(bytes_in(count, type), {destination, tag, comm}, roles::number_of(*request), mode);
  });
}

template <class Next, class Count>
int start_buffered_send(Next next, const void* buffer, Count count, MPI_Datatype type, int destination, int tag,
                        MPI_Comm comm, MPI_Request* request) {
  return start_send(next, buffer, count, type, destination, tag, comm, request, {.buffered = true});
}

/// The status says who has sent the message.
template <class Next, class Count>
int receive(Next next, void* buffer, Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
            MPI_Status* status) {
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE) status = &own;
  return recorded(next(buffer, count, type, source, tag, comm, status), [&](Recorder& to) {
    to.receive({status->MPI_SOURCE, status->MPI_TAG, comm});
  });
}

template <class Next, class Count>
int start_receive(Next next, void* buffer, Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  return recorded(next(buffer, count, type, source, tag, comm, request), [&](Recorder& to) {
    to.start_receive({source, tag, comm}, roles::number_of(*request));
  });
}

template <class Next, class Count>
int exchange(Next next, const void* sent, Count send_count, MPI_Datatype send_type, int destination, int send_tag,
             void* received, Count receive_count, MPI_Datatype receive_type, int source, int receive_tag, MPI_Comm comm,
             MPI_Status* status) {
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE) status = &own;
  return recorded(next(sent, send_count, send_type, destination, send_tag, received, receive_count, receive_type,
                       source, receive_tag, comm, status),
                  [&](Recorder& to) {
                    to.exchange(bytes_in(send_count, send_type), {destination, send_tag, comm},
                                {status->MPI_SOURCE, status->MPI_TAG, comm});
                  });
}

template <class Next, class Count>
int exchange_in_place(Next next, void* buffer, Count count, MPI_Datatype type, int destination, int send_tag,
                      int source, int receive_tag, MPI_Comm comm, MPI_Status* status) {
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE) status = &own;
  return recorded(
      next(buffer, count, type, destination, send_tag, source, receive_tag, comm, status), [&](Recorder& to) {
        to.exchange(bytes_in(count, type), {destination, send_tag, comm}, {status->MPI_SOURCE, status->MPI_TAG, comm});
      });
}

template <class Next, class Count>
int receive_init(Next next, void* buffer, Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                 MPI_Request* request) {
  return recorded(next(buffer, count, type, source, tag, comm, request), [&](Recorder& to) {
    to.start_receive({source, tag, comm}, roles::number_of(*request), true);
  });
}

template <class Next>
int matched_probe(Next next, int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE) status = &own;
  return recorded(next(source, tag, comm, message, status), [&](Recorder& to) {
    to.found({status->MPI_SOURCE, status->MPI_TAG, comm}, roles::number_of(*message));
  });
}

template <class Next>
int matched_test(Next next, int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status) {
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE) status = &own;
  return recorded(next(source, tag, comm, flag, message, status), [&](Recorder& to) {
    if (*flag != 0) to.found({status->MPI_SOURCE, status->MPI_TAG, comm}, roles::number_of(*message));
  });
}

template <class Next, class Count>
int receive_found(Next next, void* buffer, Count count, MPI_Datatype type, MPI_Message* message, MPI_Status* status) {
  const std::uint64_t found = message == nullptr ? 0 : roles::number_of(*message);
  return recorded(next(buffer, count, type, message, status), [&](Recorder& to) { to.receive_found(found); });
}

template <class Next, class Count>
int start_receive_found(Next next, void* buffer, Count count, MPI_Datatype type, MPI_Message* message,
                        MPI_Request* request) {
  const std::uint64_t found = message == nullptr ? 0 : roles::number_of(*message);
  return recorded(next(buffer, count, type, message, request),
                  [&](Recorder& to) { to.start_receive_found(found, roles::number_of(*request)); });
}

}  // namespace topomorph::monitoring::recording
