! The same checks from Fortran, whose bindings call PMPI_X. Compiled for mpif.h, `use mpi` and `use mpi_f08`.
#if defined(INTERFACE_F08)
#define COMMUNICATOR type(MPI_Comm)
#define HANDLE(comm) comm%MPI_VAL
#else
#define COMMUNICATOR integer
#define HANDLE(comm) comm
#endif
program fortran_conformance
#if defined(INTERFACE_F08)
  use mpi_f08
#elif defined(INTERFACE_MPI)
  use mpi
#endif
  implicit none
#if defined(INTERFACE_H)
  include 'mpif.h'
#endif
  integer :: rank, ranks, process, expected, got, comparison, ierror, failures, i
  integer(kind=MPI_ADDRESS_KIND) :: upper_bound
  logical :: flag
  character(len=32) :: text
  COMMUNICATOR :: duplicate
  integer, allocatable :: gathered(:)

  failures = 0
  call get_environment_variable('OMPI_COMM_WORLD_RANK', text)
  if (text == '') call get_environment_variable('PMI_RANK', text)
  read (text, *) process
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call get_environment_variable('TOPOMORPH_PERMUTATION', text)
  expected = process
  if (text == 'reverse') expected = ranks - 1 - process
  call expect('rank', rank, expected)
  call expect('handle', HANDLE(MPI_COMM_WORLD), WORLD_NUMBER)

  allocate (gathered(ranks))
  call MPI_Allgather(process, 1, MPI_INTEGER, gathered, 1, MPI_INTEGER, MPI_COMM_WORLD, ierror)
  call expect('gathered', gathered(rank + 1), process)
  gathered(rank + 1) = rank
  call MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, gathered, 1, MPI_INTEGER, MPI_COMM_WORLD, ierror)
  do i = 1, ranks
    call expect('in place', gathered(i), i - 1)
  end do
  call MPI_Sendrecv(rank, 1, MPI_INTEGER, mod(rank + 1, ranks), 1, got, 1, MPI_INTEGER, mod(rank + ranks - 1, ranks), 1, &
                    MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  call expect('ring', got, mod(rank + ranks - 1, ranks))

  call MPI_Comm_dup(MPI_COMM_WORLD, duplicate, ierror)
  call MPI_Comm_compare(MPI_COMM_WORLD, duplicate, comparison, ierror)
  call expect('comparison', comparison, MPI_CONGRUENT)
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, upper_bound, flag, ierror)
  if (.not. flag .or. upper_bound < 32767) call expect('MPI_TAG_UB', 0, 1)
  call MPI_Comm_free(duplicate, ierror)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
  call MPI_Send(rank, 1, MPI_INTEGER, ranks + 5, 1, MPI_COMM_WORLD, ierror)
  if (ierror == MPI_SUCCESS) call expect('error', 0, 1)
  call MPI_Finalize(ierror)
  if (failures > 0) error stop 1
contains
#include "expect.inc"
end program fortran_conformance
