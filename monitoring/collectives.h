// Hooks of collective calls: they count the payload for the call statistics, and the model's messages if Open MPI
// reports none.
//
// `persistent` is the request of an MPIX_*_init call, whose messages are counted at each start. sendbuf matters only if
// it may be MPI_IN_PLACE. The payload is what this process contributes; for the root of MPI_Bcast and MPI_Scatter it is
// what the root hands out, elsewhere 0.
#pragma once

#include <mpi.h>

#include "monitoring/counting/persistent.h"

namespace topomorph::monitoring {

/// `count` elements of a type.
struct Data {
  MPI_Count count = 0;
  MPI_Datatype type{};
};

/// One count for each process, as MPI functions take them: int, or MPI_Count in functions for large counts (MPI_X_c).
class Counts {
 public:
  Counts(const int counts[]) : small_(counts) {}
  Counts(const MPI_Count counts[]) : large_(counts) {}
  MPI_Count operator[](int i) const { return small_ != nullptr ? small_[i] : large_[i]; }

 private:
  const int* small_ = nullptr;
  const MPI_Count* large_ = nullptr;
};

void barrier(MPI_Comm comm, Request persistent = nullptr);
void bcast(Data data, int root, MPI_Comm comm, Request persistent = nullptr);
void reduce(Data data, int root, MPI_Comm comm, Request persistent = nullptr);
void allreduce(Data data, MPI_Comm comm, Request persistent = nullptr);
void scan(Data data, MPI_Comm comm, Request persistent = nullptr);

void gather(const void* sendbuf, Data sent, Data received, int root, MPI_Comm comm, Request persistent = nullptr);
void gatherv(const void* sendbuf, Data sent, Counts received, MPI_Datatype type, int root, MPI_Comm comm,
             Request persistent = nullptr);
void scatter(Data sent, const void* recvbuf, Data received, int root, MPI_Comm comm, Request persistent = nullptr);
void scatterv(Counts sent, MPI_Datatype type, Data received, int root, MPI_Comm comm, Request persistent = nullptr);

void allgather(const void* sendbuf, Data sent, Data received, MPI_Comm comm, Request persistent = nullptr);
void allgatherv(const void* sendbuf, Data sent, Counts received, MPI_Datatype type, MPI_Comm comm,
                Request persistent = nullptr);

void alltoall(const void* sendbuf, Data sent, Data received, MPI_Comm comm, Request persistent = nullptr);
void alltoallv(const void* sendbuf, Counts sent, MPI_Datatype sent_type, Counts received, MPI_Datatype received_type,
               MPI_Comm comm, Request persistent = nullptr);
void alltoallw(const void* sendbuf, Counts sent, const MPI_Datatype sent_types[], Counts received,
               const MPI_Datatype received_types[], MPI_Comm comm, Request persistent = nullptr);

void reduce_scatter(Counts counts, MPI_Datatype type, MPI_Comm comm, Request persistent = nullptr);
void reduce_scatter_block(Data data, MPI_Comm comm, Request persistent = nullptr);

void neighbor_allgather(Data sent, MPI_Comm comm, Request persistent = nullptr);
void neighbor_alltoall(Data sent, MPI_Comm comm, Request persistent = nullptr);
void neighbor_alltoallv(Counts sent, MPI_Datatype type, MPI_Comm comm, Request persistent = nullptr);
void neighbor_alltoallw(Counts sent, const MPI_Datatype types[], MPI_Comm comm, Request persistent = nullptr);

}  // namespace topomorph::monitoring
