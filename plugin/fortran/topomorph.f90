! The module `topomorph`: the functions of topomorph.h for programs with mpif.h, `use mpi` and `use mpi_f08`.
!
! Handles may be integers or type(MPI_Comm), type(MPI_Datatype): the generic names take both. Buffers may have any type and rank,
! and must be contiguous. `ierror` is optional everywhere and receives MPI_SUCCESS or an MPI error class. Meanings, collectiveness and
! errors are those of topomorph.h. Counts of tm_redistribute are integer(MPI_COUNT_KIND). Link with -ltopomorph_fortran -ltopomorph.
module topomorph
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_int64_t, c_null_char
  use mpi_f08, only: MPI_Comm, MPI_Datatype
  implicit none
  private
  public :: tm_reorder, tm_permutation, tm_redistribute
  public :: tm_monitor_start, tm_monitor_stop, tm_monitor_reset, tm_phase

  ! newcomm: a communicator of the processes of comm in a better order; rank 0 stays where it is.
  interface tm_reorder
    module procedure reorder_integer, reorder_f08
  end interface

  ! ranks(i + 1): rank in newcomm of the process that had rank i in the communicator given to tm_reorder.
  interface tm_permutation
    module procedure permutation_integer, permutation_f08
  end interface

  ! Moves each role's data to the process that has the role now.
  interface tm_redistribute
    module procedure redistribute_integer, redistribute_f08
  end interface

  interface
    function c_reorder(comm, newcomm) bind(c, name='tm_reorder_f') result(error)
      import :: c_int
      integer(c_int), value :: comm
      integer(c_int), intent(out) :: newcomm
      integer(c_int) :: error
    end function

    function c_permutation(newcomm, ranks) bind(c, name='tm_permutation_f') result(error)
      import :: c_int
      integer(c_int), value :: newcomm
      integer(c_int), intent(out) :: ranks(*)
      integer(c_int) :: error
    end function

    ! Buffers of any type and rank; contiguous ones, as for MPI in mpif.h.
    function c_redistribute(oldcomm, newcomm, sendbuf, sendcount, datatype, recvbuf, recvcapacity, recvcount) &
        bind(c, name='tm_redistribute_f') result(error)
      import :: c_int, c_int64_t
      integer(c_int), value :: oldcomm, newcomm, datatype
      type(*), dimension(*), intent(in) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer(c_int64_t), value :: sendcount, recvcapacity
      integer(c_int64_t), intent(out) :: recvcount
      integer(c_int) :: error
    end function

    function c_monitor_start() bind(c, name='tm_monitor_start') result(error)
      import :: c_int
      integer(c_int) :: error
    end function

    function c_monitor_stop() bind(c, name='tm_monitor_stop') result(error)
      import :: c_int
      integer(c_int) :: error
    end function

    function c_monitor_reset() bind(c, name='tm_monitor_reset') result(error)
      import :: c_int
      integer(c_int) :: error
    end function

    function c_phase(name) bind(c, name='tm_phase') result(error)
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int) :: error
    end function
  end interface

contains

  subroutine report(error, ierror)
    integer(c_int), intent(in) :: error
    integer, optional, intent(out) :: ierror
    if (present(ierror)) ierror = error
  end subroutine

  subroutine reorder_integer(comm, newcomm, ierror)
    integer, intent(in) :: comm
    integer, intent(out) :: newcomm
    integer, optional, intent(out) :: ierror
    call report(c_reorder(comm, newcomm), ierror)
  end subroutine

  subroutine reorder_f08(comm, newcomm, ierror)
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Comm), intent(out) :: newcomm
    integer, optional, intent(out) :: ierror
    call report(c_reorder(comm%MPI_VAL, newcomm%MPI_VAL), ierror)
  end subroutine

  subroutine permutation_integer(newcomm, ranks, ierror)
    integer, intent(in) :: newcomm
    integer, intent(out) :: ranks(*)
    integer, optional, intent(out) :: ierror
    call report(c_permutation(newcomm, ranks), ierror)
  end subroutine

  subroutine permutation_f08(newcomm, ranks, ierror)
    type(MPI_Comm), intent(in) :: newcomm
    integer, intent(out) :: ranks(*)
    integer, optional, intent(out) :: ierror
    call report(c_permutation(newcomm%MPI_VAL, ranks), ierror)
  end subroutine

  subroutine redistribute_integer(oldcomm, newcomm, sendbuf, sendcount, datatype, recvbuf, recvcapacity, recvcount, ierror)
    integer, intent(in) :: oldcomm, newcomm, datatype
    type(*), dimension(*), intent(in) :: sendbuf
    integer(c_int64_t), intent(in) :: sendcount, recvcapacity
    type(*), dimension(*) :: recvbuf
    !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
    integer(c_int64_t), intent(out) :: recvcount
    integer, optional, intent(out) :: ierror
    call report(c_redistribute(oldcomm, newcomm, sendbuf, sendcount, datatype, recvbuf, recvcapacity, recvcount), ierror)
  end subroutine

  subroutine redistribute_f08(oldcomm, newcomm, sendbuf, sendcount, datatype, recvbuf, recvcapacity, recvcount, ierror)
    type(MPI_Comm), intent(in) :: oldcomm, newcomm
    type(MPI_Datatype), intent(in) :: datatype
    type(*), dimension(*), intent(in) :: sendbuf
    integer(c_int64_t), intent(in) :: sendcount, recvcapacity
    type(*), dimension(*) :: recvbuf
    !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
    integer(c_int64_t), intent(out) :: recvcount
    integer, optional, intent(out) :: ierror
    call report(c_redistribute(oldcomm%MPI_VAL, newcomm%MPI_VAL, sendbuf, sendcount, datatype%MPI_VAL, recvbuf, &
                               recvcapacity, recvcount), ierror)
  end subroutine

  subroutine tm_monitor_start(ierror)
    integer, optional, intent(out) :: ierror
    call report(c_monitor_start(), ierror)
  end subroutine

  subroutine tm_monitor_stop(ierror)
    integer, optional, intent(out) :: ierror
    call report(c_monitor_stop(), ierror)
  end subroutine

  subroutine tm_monitor_reset(ierror)
    integer, optional, intent(out) :: ierror
    call report(c_monitor_reset(), ierror)
  end subroutine

  ! Trailing blanks are no part of the name.
  subroutine tm_phase(name, ierror)
    character(*), intent(in) :: name
    integer, optional, intent(out) :: ierror
    call report(c_phase(trim(name) // c_null_char), ierror)
  end subroutine

end module
