! mpif.h, `use mpi` or `use mpi_f08` (INTERFACE_H, _MPI, _F08): reorders, checks the permutation, moves the data of
! each role. Expects at least one process.
program fortran_test
#if defined(INTERFACE_F08)
  use mpi_f08
#elif defined(INTERFACE_MPI)
  use mpi
#endif
  use topomorph
  implicit none
#if defined(INTERFACE_H)
  include 'mpif.h'
#endif
  integer, parameter :: bytes = 100000
#if defined(INTERFACE_F08)
  type(MPI_Comm) :: reordered
#else
  integer :: reordered
#endif
  integer :: rank, ranks_in, new_rank, partner, ierror, i, expected
  integer, allocatable :: ranks(:), mine(:), received(:)
  character :: outgoing(bytes), incoming(bytes)
  double precision :: grid(2, 3), moved(2, 3)
  integer(MPI_COUNT_KIND) :: coming
  integer :: failures = 0, version(3)
  character(32) :: version_text

  call tm_version(version(1), version(2), version(3), ierror)
  write (version_text, '(i0, ".", i0, ".", i0)') version
  call check(ierror == MPI_SUCCESS .and. trim(version_text) == tm_version_string(), 'the version')
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks_in, ierror)
  call tm_monitor_stop(ierror)
  call check(ierror == MPI_SUCCESS, 'tm_monitor_stop')
  call tm_monitor_start()
  call tm_monitor_reset(ierror)
  call tm_phase('work   ', ierror)
  call check(ierror == MPI_SUCCESS, 'tm_phase')
  partner = mod(rank + ranks_in / 2, ranks_in)
  outgoing = 'x'
  call MPI_Sendrecv(outgoing, bytes, MPI_CHARACTER, partner, 0, incoming, bytes, MPI_CHARACTER, partner, 0, &
                    MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)

  call tm_reorder(MPI_COMM_WORLD, reordered, ierror)
  call check(ierror == MPI_SUCCESS, 'tm_reorder')
  call MPI_Comm_rank(reordered, new_rank, ierror)
  allocate(ranks(ranks_in))
  call tm_permutation(reordered, ranks, ierror)
  call check(ierror == MPI_SUCCESS, 'tm_permutation')
  call check(ranks(rank + 1) == new_rank, 'the new rank of this process')
  call check(ranks(1) == 0, 'role 0 on process 0')
  call check(ranks_in <= 2 .or. any(ranks /= [(i, i = 0, ranks_in - 1)]), 'another order than before')

  allocate(mine(10 * rank), received(10 * ranks_in))
  mine = [(1000 * rank + i, i = 1, 10 * rank)]
  call tm_redistribute(MPI_COMM_WORLD, reordered, mine, int(10 * rank, MPI_COUNT_KIND), MPI_INTEGER, &
                       received, int(10 * ranks_in, MPI_COUNT_KIND), coming, ierror)
  call check(ierror == MPI_SUCCESS, 'tm_redistribute')
  call check(coming == 10 * new_rank, 'the count of the data')
  do i = 1, int(coming)
    expected = 1000 * new_rank + i
    if (received(i) /= expected) failures = failures + 1
  end do

  grid = rank
  call tm_redistribute(MPI_COMM_WORLD, reordered, grid, int(size(grid), MPI_COUNT_KIND), MPI_DOUBLE_PRECISION, &
                       moved, int(size(moved), MPI_COUNT_KIND), coming, ierror)
  call check(ierror == MPI_SUCCESS, 'tm_redistribute of an array of rank 2')
  call check(all(moved == new_rank), 'the data of an array of rank 2')
  call MPI_Comm_free(reordered, ierror)
  call MPI_Finalize(ierror)
  if (failures > 0) error stop 1

contains

  subroutine check(good, what)
    logical, intent(in) :: good
    character(*), intent(in) :: what
    if (good) return
    failures = failures + 1
    print *, 'process', rank, 'not as expected: ', what
  end subroutine

end program
