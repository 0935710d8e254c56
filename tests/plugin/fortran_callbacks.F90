! Callbacks from Fortran see MPI_COMM_WORLD and the new ranks, and duplicates inherit what they copy. Compiled for each
! interface.
#if defined(INTERFACE_F08)
#define COMMUNICATOR type(MPI_Comm)
#define ERRHANDLER type(MPI_Errhandler)
#define REQUEST type(MPI_Request)
#define DATATYPE type(MPI_Datatype)
#define OPERATION type(MPI_Op)
#define HANDLE(comm) comm%MPI_VAL
#define USE_MPI use mpi_f08
#else
#define COMMUNICATOR integer
#define ERRHANDLER integer
#define REQUEST integer
#define DATATYPE integer
#define OPERATION integer
#define HANDLE(comm) comm
#if defined(INTERFACE_MPI)
#define USE_MPI use mpi
#else
#define USE_MPI
#define INCLUDE_MPI include 'mpif.h'
#endif
#endif
#if !defined(INCLUDE_MPI)
#define INCLUDE_MPI
#endif
module callbacks
  USE_MPI
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
  INCLUDE_MPI
  integer :: expected = -1, copies = 0, deletes = 0, errors = 0, reductions = 0, failures = 0
contains
  subroutine expect(what, found, wanted)
    character(len=*), intent(in) :: what
    integer, intent(in) :: found, wanted
    if (found == wanted) return
    print *, 'expected rank', expected, ': ', what, ' is', found, ', expected', wanted
    failures = failures + 1
  end subroutine expect

  subroutine expect_world(what)
    character(len=*), intent(in) :: what
    integer :: rank, ierror
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    call expect(what//': rank', rank, expected)
  end subroutine expect_world

  subroutine copy_attribute(comm, keyval, state, value, copied, flag, ierror)
    COMMUNICATOR :: comm
    integer :: keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: state, value, copied
    logical :: flag
    copies = copies + 1
    call expect('copied from', HANDLE(comm), WORLD_NUMBER)
    call expect_world('copy')
    copied = value + state
    flag = keyval /= MPI_KEYVAL_INVALID
    ierror = MPI_SUCCESS
  end subroutine copy_attribute

  subroutine delete_attribute(comm, keyval, value, state, ierror)
    COMMUNICATOR :: comm
    integer :: keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: value, state
    deletes = deletes + 1 ! comm is not looked at: Open MPI 4.1.4 itself passes a number from elsewhere
    if (value /= 40 .and. value /= 42) call expect('value', int(value), 40)
    call expect('state', int(state), 2)
    if (keyval == MPI_KEYVAL_INVALID) call expect('keyval', keyval, 0)
    call expect_world('delete')
    ierror = MPI_SUCCESS
  end subroutine delete_attribute

  subroutine on_error(comm, code)
    COMMUNICATOR :: comm
    integer :: code
    errors = errors + 1
    call expect('error on', HANDLE(comm), WORLD_NUMBER)
    if (code == MPI_SUCCESS) call expect('code', code, -1)
    call expect_world('error')
  end subroutine on_error

  subroutine add(in, inout, length, type)
    integer :: length
    DATATYPE :: type
#if defined(INTERFACE_F08)
    type(c_ptr), value :: in, inout
    integer, pointer :: from(:), to(:)
    call c_f_pointer(in, from, [length])
    call c_f_pointer(inout, to, [length])
    to = to + from
#else
    integer :: in(length), inout(length)
    inout = inout + in
#endif
    reductions = reductions + 1
    if (type /= MPI_INTEGER) call expect('type of the reduction', 0, 1)
    call expect_world('reduction')
  end subroutine add
end module callbacks

program fortran_callbacks
  USE_MPI
  use callbacks
  implicit none
#if !defined(INTERFACE_H)
  INCLUDE_MPI
#endif
  integer :: ierror, ranks, process, keyval, total
  OPERATION :: operation
  character(len=32) :: text
  COMMUNICATOR :: duplicate
  REQUEST :: request
  ERRHANDLER :: handler

  call get_environment_variable('OMPI_COMM_WORLD_RANK', text)
  if (text == '') call get_environment_variable('PMI_RANK', text)
  read (text, *) process
  call MPI_Init(ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call get_environment_variable('TOPOMORPH_PERMUTATION', text)
  expected = process
  if (text == 'reverse') expected = ranks - 1 - process

  call MPI_Comm_create_keyval(copy_attribute, delete_attribute, keyval, 2_MPI_ADDRESS_KIND, ierror)
  call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, 40_MPI_ADDRESS_KIND, ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, duplicate, ierror)
  call check_duplicate(1)
  call MPI_Comm_idup(MPI_COMM_WORLD, duplicate, request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call check_duplicate(2)
  call MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval, ierror)
  call expect('deletes', deletes, 3)
  call MPI_Comm_free_keyval(keyval, ierror)

  call MPI_Comm_create_errhandler(on_error, handler, ierror)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler, ierror)
  call MPI_Send(process, 1, MPI_INTEGER, ranks + 5, 1, MPI_COMM_WORLD, ierror)
  call expect('errors', errors, 1)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, ierror)
  call MPI_Errhandler_free(handler, ierror)

  call MPI_Op_create(add, .true., operation, ierror)
  total = 0
  call MPI_Allreduce(1, total, 1, MPI_INTEGER, operation, MPI_COMM_WORLD, ierror)
  call expect('sum', total, ranks)
  if (ranks > 1 .and. reductions == 0) call expect('reductions', reductions, 1)
  call MPI_Op_free(operation, ierror)
  call MPI_Finalize(ierror)
  if (failures > 0) error stop 1
contains
  subroutine check_duplicate(wanted)
    integer, intent(in) :: wanted
    integer(kind=MPI_ADDRESS_KIND) :: value
    logical :: flag
    call expect('copies', copies, wanted)
    value = 0
    call MPI_Comm_get_attr(duplicate, keyval, value, flag, ierror)
    if (.not. flag) call expect('no attribute on the duplicate', 0, 1)
    call expect('value', int(value), 42)
    call MPI_Comm_get_attr(duplicate, MPI_TAG_UB, value, flag, ierror)
    if (.not. flag .or. value < 32767) call expect('MPI_TAG_UB of the duplicate', int(value), 32767)
    call MPI_Comm_free(duplicate, ierror)
    call expect('deletes', deletes, wanted)
  end subroutine check_duplicate
end program fortran_callbacks
