! What MPI 4.0 added, from mpi_f08: a session beside MPI_COMM_WORLD and persistent collectives; where the library's
! module has them as in the standard, messages in parts and counts of MPI_COUNT_KIND.
program fortran_mpi4
  use mpi_f08
  implicit none
  integer :: rank, ranks, process, expected, got, left, right, failures
  integer(kind=MPI_COUNT_KIND), parameter :: one = 1
  character(len=32) :: text
  type(MPI_Session) :: session
  type(MPI_Group) :: group
  type(MPI_Comm) :: everybody
  type(MPI_Request) :: request, requests(2)
  type(MPI_Status) :: status
  integer :: values(2), parts(2)

  failures = 0
  call get_environment_variable('OMPI_COMM_WORLD_RANK', text)
  if (text == '') call get_environment_variable('PMI_RANK', text)
  read (text, *) process
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call get_environment_variable('TOPOMORPH_PERMUTATION', text)
  expected = process
  if (text == 'reverse') expected = ranks - 1 - process
  call expect('rank', rank, expected)
  right = mod(rank + 1, ranks)
  left = mod(rank + ranks - 1, ranks)

  call MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, session)
  call MPI_Group_from_session_pset(session, 'mpi://WORLD', group)
  call MPI_Comm_create_from_group(group, 'fortran_mpi4', MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, everybody)
  call MPI_Comm_rank(everybody, got)
  call expect('rank in the session', got, expected)
  call MPI_Comm_free(everybody)
  call MPI_Group_free(group)
  call MPI_Session_finalize(session)

  call MPI_Allreduce_init(rank, got, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, request)
  call MPI_Start(request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call expect('sum', got, ranks * (ranks - 1) / 2)
  call MPI_Request_free(request)

#ifdef PARTS
  values = rank
  parts = -1
  call MPI_Psend_init(values, 2, one, MPI_INTEGER, right, 7, MPI_COMM_WORLD, MPI_INFO_NULL, requests(1))
  call MPI_Precv_init(parts, 2, one, MPI_INTEGER, left, 7, MPI_COMM_WORLD, MPI_INFO_NULL, requests(2))
  call MPI_Startall(2, requests)
  call MPI_Pready(0, requests(1))
  call MPI_Pready(1, requests(1))
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  call expect('first part', parts(1), left)
  call expect('second part', parts(2), left)
  call MPI_Request_free(requests(1))
  call MPI_Request_free(requests(2))
#endif

#ifdef LARGE_COUNTS
  call MPI_Sendrecv(rank, one, MPI_INTEGER, right, 8, got, one, MPI_INTEGER, left, 8, MPI_COMM_WORLD, status)
  call expect('large count', got, left)
  call expect('its source', status%MPI_SOURCE, left)
#endif
  call MPI_Finalize()
  if (failures > 0) error stop 1
contains
#include "expect.inc"
end program fortran_mpi4
