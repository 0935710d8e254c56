! The module `topomorph`: the functions of topomorph.h for programs with mpif.h, `use mpi` and `use mpi_f08`.
!
!   use topomorph
!   call tm_reorder(MPI_COMM_WORLD, world, ierror)
!   call work(world)
!   call MPI_Comm_free(world, ierror)
!
! Link with -ltopomorph_fortran -ltopomorph. What topomorph.h says of each function holds here too: what it means, whether it is
! collective, when and from which threads it may be called, and who frees a communicator (the caller).
!
! Handles may be integers or type(MPI_Comm) and type(MPI_Datatype): the generic names take both. Buffers may have any type and rank and
! must be contiguous. Counts of tm_redistribute are integer(MPI_COUNT_KIND).
!
! Errors: `ierror` is the last argument, optional everywhere, and receives MPI_SUCCESS or an MPI error class. No function calls an error
! handler.
module topomorph
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_int64_t, c_null_char
  use mpi_f08, only: MPI_Comm, MPI_Datatype
  implicit none
  private
  public :: tm_reorder, tm_permutation, tm_redistribute
  public :: tm_monitor_start, tm_monitor_stop, tm_monitor_reset, tm_phase
  public :: tm_version, tm_version_string

  ! tm_reorder(comm, newcomm [, ierror]): makes newcomm, a communicator of the processes of comm in an order that suits the machine.
  ! Rank 0 stays with its process. Collective.
  interface tm_reorder
    module procedure reorder_integer, reorder_f08
  end interface

  ! tm_permutation(newcomm, ranks [, ierror]): ranks(i + 1) receives the rank in newcomm of the process that had rank i in the communicator
  ! given to tm_reorder. Collective.
  interface tm_permutation
    module procedure permutation_integer, permutation_f08
  end interface

  ! tm_redistribute(oldcomm, newcomm, sendbuf, sendcount, datatype, recvbuf, recvcapacity, recvcount [, ierror]): moves the data of each
  ! role to the process that has the role now. recvcount receives the number of elements that come, even if they do not fit
  ! (MPI_ERR_TRUNCATE, with no data moved). Collective.
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

    ! Takes contiguous buffers of any type and rank, as MPI does in mpif.h.
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

    function c_version(major, minor, patch) bind(c, name='tm_version') result(error)
      import :: c_int
      integer(c_int), intent(out) :: major, minor, patch
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

  ! Starts counting messages again. Local.
  subroutine tm_monitor_start(ierror)
    integer, optional, intent(out) :: ierror
    call report(c_monitor_start(), ierror)
  end subroutine

  ! Stops counting messages until tm_monitor_start. Local.
  subroutine tm_monitor_stop(ierror)
    integer, optional, intent(out) :: ierror
    call report(c_monitor_stop(), ierror)
  end subroutine

  ! Forgets what this process has counted, so that tm_reorder decides by what follows. Local.
  subroutine tm_monitor_reset(ierror)
    integer, optional, intent(out) :: ierror
    call report(c_monitor_reset(), ierror)
  end subroutine

  ! Counts under this name from now on; a blank name leads back to the first phase. Trailing blanks are not part of the name. Local.
  subroutine tm_phase(name, ierror)
    character(*), intent(in) :: name
    integer, optional, intent(out) :: ierror
    call report(c_phase(trim(name) // c_null_char), ierror)
  end subroutine

  ! Tells the version of the loaded library, as in 1.2.3. Local.
  subroutine tm_version(major, minor, patch, ierror)
    integer, intent(out) :: major, minor, patch
    integer, optional, intent(out) :: ierror
    call report(c_version(major, minor, patch), ierror)
  end subroutine

  ! Returns the version of the loaded library as text, such as "1.2.3". Local.
  function tm_version_string() result(text)
    character(:), allocatable :: text
    character(32) :: room
    integer :: major, minor, patch
    call tm_version(major, minor, patch)
    write (room, '(i0, ".", i0, ".", i0)') major, minor, patch
    text = trim(room)
  end function

end module
