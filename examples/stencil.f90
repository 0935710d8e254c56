! A heat equation on a grid of processes whose ranks are renumbered after the first steps, with the Fortran module.
!
!   mpif90 stencil.f90 -o stencil $(pkg-config --cflags --libs topomorph-fortran) && mpirun -n 8 ./stencil
!
! As it stands, the first steps are a trial whose data are thrown away: nothing has to be moved. `./stencil move` goes on with its data
! instead. The sum that is printed is the same for any order of the ranks.
program stencil
  use mpi_f08
  use topomorph
  implicit none
  integer, parameter :: side = 64, trial = 5, steps = 50
  character(len=8) :: argument

  type :: place_type
    type(MPI_Comm) :: comm
    integer :: rank, up, down, left, right
  end type

  call MPI_Init()
  call get_command_argument(1, argument)
  if (argument == 'move') then
    call move_while_running()
  else
    call begin_after_a_trial()
  end if
  call MPI_Finalize()

contains

  ! Ranks go along the rows of the grid of processes.
  function place_in(comm) result(place)
    type(MPI_Comm), intent(in) :: comm
    type(place_type) :: place
    integer :: size, sides(2), row, column
    place%comm = comm
    call MPI_Comm_rank(comm, place%rank)
    call MPI_Comm_size(comm, size)
    sides = 0
    call MPI_Dims_create(size, 2, sides)
    column = mod(place%rank, sides(1))
    row = place%rank / sides(1)
    place%up = merge(place%rank - sides(1), MPI_PROC_NULL, row > 0)
    place%down = merge(place%rank + sides(1), MPI_PROC_NULL, row + 1 < sides(2))
    place%left = merge(place%rank - 1, MPI_PROC_NULL, column > 0)
    place%right = merge(place%rank + 1, MPI_PROC_NULL, column + 1 < sides(1))
  end function

  subroutine heat(place, cells)
    type(place_type), intent(in) :: place
    double precision, intent(out) :: cells(0:side + 1, 0:side + 1)
    integer :: row, i
    cells = 0
    do row = 1, side
      do i = 1, side
        cells(i, row) = mod(place%rank * 7 + row * (side + 2) + i, 11)
      end do
    end do
  end subroutine

  ! The first index goes from left to right, the second down.
  subroutine exchange_halos(place, cells)
    type(place_type), intent(in) :: place
    double precision, intent(inout) :: cells(0:side + 1, 0:side + 1)
    double precision :: mine(side), other(side)
    call MPI_Sendrecv(cells(1, 1), side, MPI_DOUBLE_PRECISION, place%up, 0, cells(1, side + 1), side, MPI_DOUBLE_PRECISION, &
                      place%down, 0, place%comm, MPI_STATUS_IGNORE)
    call MPI_Sendrecv(cells(1, side), side, MPI_DOUBLE_PRECISION, place%down, 0, cells(1, 0), side, MPI_DOUBLE_PRECISION, &
                      place%up, 0, place%comm, MPI_STATUS_IGNORE)
    mine = cells(1, 1:side)
    other = cells(side + 1, 1:side)
    call MPI_Sendrecv(mine, side, MPI_DOUBLE_PRECISION, place%left, 0, other, side, MPI_DOUBLE_PRECISION, place%right, 0, &
                      place%comm, MPI_STATUS_IGNORE)
    cells(side + 1, 1:side) = other
    mine = cells(side, 1:side)
    other = cells(0, 1:side)
    call MPI_Sendrecv(mine, side, MPI_DOUBLE_PRECISION, place%right, 0, other, side, MPI_DOUBLE_PRECISION, place%left, 0, &
                      place%comm, MPI_STATUS_IGNORE)
    cells(0, 1:side) = other
  end subroutine

  subroutine advance(place, cells, count)
    type(place_type), intent(in) :: place
    double precision, intent(inout) :: cells(0:side + 1, 0:side + 1)
    integer, intent(in) :: count
    integer :: step
    do step = 1, count
      call exchange_halos(place, cells)
      cells(1:side, 1:side) = 0.25d0 * (cells(0:side - 1, 1:side) + cells(2:side + 1, 1:side) + cells(1:side, 0:side - 1) &
                                        + cells(1:side, 2:side + 1))
    end do
  end subroutine

  ! In the order of the ranks, so that rounding is the same for any of them.
  subroutine print_sum(place, cells)
    type(place_type), intent(in) :: place
    double precision, intent(in) :: cells(0:side + 1, 0:side + 1)
    double precision, allocatable :: all(:)
    integer :: size
    call MPI_Comm_size(place%comm, size)
    allocate(all(size))
    call MPI_Gather(sum(cells(1:side, 1:side)), 1, MPI_DOUBLE_PRECISION, all, 1, MPI_DOUBLE_PRECISION, 0, place%comm)
    if (place%rank == 0) print '(a, f0.6)', 'sum ', sum(all)
  end subroutine

  ! Learns from a trial, then begins: who was rank i has another part of the grid from the start.
  subroutine begin_after_a_trial()
    type(place_type) :: place
    type(MPI_Comm) :: world
    double precision :: cells(0:side + 1, 0:side + 1)
    place = place_in(MPI_COMM_WORLD)
    call heat(place, cells)
    call advance(place, cells, trial)
    call tm_reorder(MPI_COMM_WORLD, world)
    place = place_in(world)
    call heat(place, cells)
    call advance(place, cells, steps)
    call print_sum(place, cells)
    call MPI_Comm_free(world)
  end subroutine

  ! Learns from its first steps and goes on: the part that belongs to the new rank comes from who had it.
  subroutine move_while_running()
    type(place_type) :: place
    type(MPI_Comm) :: world
    double precision :: cells(0:side + 1, 0:side + 1), mine(0:side + 1, 0:side + 1)
    integer(MPI_COUNT_KIND) :: cell_count, received
    place = place_in(MPI_COMM_WORLD)
    call heat(place, cells)
    call advance(place, cells, trial)
    call tm_reorder(MPI_COMM_WORLD, world)
    cell_count = size(cells)
    call tm_redistribute(MPI_COMM_WORLD, world, cells, cell_count, MPI_DOUBLE_PRECISION, mine, cell_count, received)
    place = place_in(world)
    call advance(place, mine, steps - trial)
    call print_sum(place, mine)
    call MPI_Comm_free(world)
  end subroutine
end program
