! The scenario of calls.c through Fortran: mpif.h (INTERFACE_H), use mpi (INTERFACE_MPI) or use mpi_f08 (INTERFACE_F08).
#ifdef INTERFACE_F08
#define COMM_T type(MPI_Comm)
#define REQUEST_T type(MPI_Request)
#define MESSAGE_T type(MPI_Message)
#define DATATYPE_T type(MPI_Datatype)
#define WIN_T type(MPI_Win)
#else
#define COMM_T integer
#define REQUEST_T integer
#define MESSAGE_T integer
#define DATATYPE_T integer
#define WIN_T integer
#endif
#ifdef INTERFACE_H
#define USE_MPI
#define INCLUDE_MPI include 'mpif.h'
#elif defined(INTERFACE_MPI)
#define USE_MPI use mpi
#define INCLUDE_MPI
#else
#define USE_MPI use mpi_f08
#define INCLUDE_MPI
#endif

module scenario
  USE_MPI
  implicit none
  INCLUDE_MPI
  integer, parameter :: space = 4096
  integer :: my_rank, ranks, ierror
  double precision, asynchronous :: outgoing(space), incoming(space), answer(space), memory(space), buffer(4*space)
  integer(8), asynchronous :: long_origin(1), long_compare(1), long_answer(1)
  REQUEST_T :: receive

contains

  integer function elements(step)
    integer, intent(in) :: step
    elements = 10 + step
  end function

  integer function to_rank(step)
    integer, intent(in) :: step
    to_rank = mod(my_rank + step, ranks)
  end function

  integer function from_rank(step)
    integer, intent(in) :: step
    from_rank = mod(my_rank + step*(ranks - 1), ranks)
  end function

  ! Posts the receive of a step and waits until all ranks have.
  subroutine open_step(step)
    integer, intent(in) :: step
    integer :: source
    source = from_rank(step)
    if (mod(step, 2) == 1) source = MPI_ANY_SOURCE
    call MPI_Irecv(incoming, space, MPI_DOUBLE_PRECISION, source, step, MPI_COMM_WORLD, receive, ierror)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
  end subroutine

  subroutine close_step()
    call MPI_Wait(receive, MPI_STATUS_IGNORE, ierror)
  end subroutine

  subroutine blocking()
    call open_step(1)
    call MPI_Send(outgoing, elements(1), MPI_DOUBLE_PRECISION, to_rank(1), 1, MPI_COMM_WORLD, ierror)
    call close_step()
    call open_step(2)
    call MPI_Bsend(outgoing, elements(2), MPI_DOUBLE_PRECISION, to_rank(2), 2, MPI_COMM_WORLD, ierror)
    call close_step()
    call open_step(3)
    call MPI_Ssend(outgoing, elements(3), MPI_DOUBLE_PRECISION, to_rank(3), 3, MPI_COMM_WORLD, ierror)
    call close_step()
    call open_step(4)
    call MPI_Rsend(outgoing, elements(4), MPI_DOUBLE_PRECISION, to_rank(4), 4, MPI_COMM_WORLD, ierror)
    call close_step()
    call MPI_Sendrecv(outgoing, elements(5), MPI_DOUBLE_PRECISION, to_rank(5), 5, incoming, space, MPI_DOUBLE_PRECISION, &
                      from_rank(5), 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    call MPI_Sendrecv_replace(outgoing, elements(6), MPI_DOUBLE_PRECISION, to_rank(6), 6, from_rank(6), 6, &
                              MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  end subroutine

  subroutine nonblocking()
    REQUEST_T :: request, list(1)
    call open_step(7)
    call MPI_Isend(outgoing, elements(7), MPI_DOUBLE_PRECISION, to_rank(7), 7, MPI_COMM_WORLD, request, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call close_step()
    call open_step(8)
    call MPI_Ibsend(outgoing, elements(8), MPI_DOUBLE_PRECISION, to_rank(8), 8, MPI_COMM_WORLD, list(1), ierror)
    call MPI_Waitall(1, list, MPI_STATUSES_IGNORE, ierror)
    call close_step()
    call open_step(9)
    call MPI_Issend(outgoing, elements(9), MPI_DOUBLE_PRECISION, to_rank(9), 9, MPI_COMM_WORLD, request, ierror)
    call close_step()
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call open_step(10)
    call MPI_Irsend(outgoing, elements(10), MPI_DOUBLE_PRECISION, to_rank(10), 10, MPI_COMM_WORLD, request, ierror)
    call close_step()
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  end subroutine

  subroutine persistent()
    REQUEST_T :: send(4), pair(2), unused
    integer :: i, step
    call MPI_Recv_init(incoming, space, MPI_DOUBLE_PRECISION, 0, 99, MPI_COMM_WORLD, unused, ierror)
    call MPI_Send_init(outgoing, elements(11), MPI_DOUBLE_PRECISION, to_rank(11), 11, MPI_COMM_WORLD, send(1), ierror)
    call MPI_Bsend_init(outgoing, elements(12), MPI_DOUBLE_PRECISION, to_rank(12), 12, MPI_COMM_WORLD, send(2), ierror)
    call MPI_Ssend_init(outgoing, elements(13), MPI_DOUBLE_PRECISION, to_rank(13), 13, MPI_COMM_WORLD, send(3), ierror)
    call MPI_Rsend_init(outgoing, elements(14), MPI_DOUBLE_PRECISION, to_rank(14), 14, MPI_COMM_WORLD, send(4), ierror)
    do i = 1, 2
      do step = 11, 13
        call open_step(step)
        call MPI_Start(send(step - 10), ierror)
        call close_step()
        call MPI_Wait(send(step - 10), MPI_STATUS_IGNORE, ierror)
      end do
    end do
    call open_step(14)
    call MPI_Start(send(4), ierror)
    call close_step()
    call MPI_Wait(send(4), MPI_STATUS_IGNORE, ierror)
    pair(1) = send(1)
    pair(2) = send(4)
    call MPI_Irecv(answer, space, MPI_DOUBLE_PRECISION, from_rank(11), 11, MPI_COMM_WORLD, send(1), ierror)
    call open_step(14)
    call MPI_Startall(2, pair, ierror)
    call close_step()
    call MPI_Wait(send(1), MPI_STATUS_IGNORE, ierror)
    call MPI_Waitall(2, pair, MPI_STATUSES_IGNORE, ierror)
    call MPI_Request_free(pair(1), ierror)
    call MPI_Request_free(pair(2), ierror)
    call MPI_Request_free(send(2), ierror)
    call MPI_Request_free(send(3), ierror)
    call MPI_Request_free(unused, ierror)
  end subroutine

  subroutine matched_probe()
    MESSAGE_T :: message
    REQUEST_T :: request
    logical :: found
    call MPI_Isend(outgoing, elements(15), MPI_DOUBLE_PRECISION, to_rank(15), 15, MPI_COMM_WORLD, request, ierror)
    call MPI_Mprobe(MPI_ANY_SOURCE, 15, MPI_COMM_WORLD, message, MPI_STATUS_IGNORE, ierror)
    call MPI_Mrecv(incoming, space, MPI_DOUBLE_PRECISION, message, MPI_STATUS_IGNORE, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call MPI_Isend(outgoing, elements(16), MPI_DOUBLE_PRECISION, to_rank(16), 16, MPI_COMM_WORLD, request, ierror)
    found = .false.
    do while (.not. found)
      call MPI_Improbe(from_rank(16), MPI_ANY_TAG, MPI_COMM_WORLD, found, message, MPI_STATUS_IGNORE, ierror)
    end do
    call MPI_Imrecv(incoming, space, MPI_DOUBLE_PRECISION, message, receive, ierror)
    call MPI_Wait(receive, MPI_STATUS_IGNORE, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  end subroutine

  subroutine special_messages()
    DATATYPE_T :: strided
    call open_step(17)
    call MPI_Send(outgoing, 0, MPI_DOUBLE_PRECISION, to_rank(17), 17, MPI_COMM_WORLD, ierror)
    call close_step()
    call MPI_Send(outgoing, elements(18), MPI_DOUBLE_PRECISION, MPI_PROC_NULL, 18, MPI_COMM_WORLD, ierror)
    call MPI_Type_vector(elements(19), 1, 7, MPI_DOUBLE_PRECISION, strided, ierror)
    call MPI_Type_commit(strided, ierror)
    call open_step(19)
    call MPI_Send(outgoing, 2, strided, to_rank(19), 19, MPI_COMM_WORLD, ierror)
    call close_step()
    call MPI_Type_free(strided, ierror)
  end subroutine

  subroutine exchange(step, partner, comm)
    integer, intent(in) :: step, partner
    COMM_T, intent(in) :: comm
    call MPI_Sendrecv(outgoing, elements(step), MPI_DOUBLE_PRECISION, partner, step, incoming, space, MPI_DOUBLE_PRECISION, &
                      MPI_ANY_SOURCE, step, comm, MPI_STATUS_IGNORE, ierror)
  end subroutine

  subroutine communicators()
    COMM_T :: reversed, dup, half, inter
    call MPI_Comm_split(MPI_COMM_WORLD, 0, -my_rank, reversed, ierror)
    call MPI_Comm_dup(reversed, dup, ierror)
    call exchange(20, mod(ranks - 1 - my_rank + 20, ranks), reversed)
    call exchange(21, mod(ranks - 1 - my_rank + 21, ranks), dup)
    call MPI_Comm_free(reversed, ierror)
    call MPI_Comm_free(dup, ierror)
    call MPI_Comm_split(MPI_COMM_WORLD, mod(my_rank, 2), my_rank, half, ierror)
    call exchange(22, 0, MPI_COMM_SELF)
    call MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - mod(my_rank, 2), 1, inter, ierror)
    call exchange(23, my_rank/2, inter)
    call MPI_Comm_free(inter, ierror)
    call MPI_Comm_free(half, ierror)
  end subroutine

  subroutine one_sided(window)
    WIN_T, intent(in) :: window
    REQUEST_T :: request(4)
    integer(MPI_ADDRESS_KIND), parameter :: start = 0, second = 1
    call MPI_Win_lock_all(0, window, ierror)
    call MPI_Put(outgoing, elements(24), MPI_DOUBLE_PRECISION, to_rank(24), start, elements(24), MPI_DOUBLE_PRECISION, window, ierror)
    call MPI_Rput(outgoing, elements(25), MPI_DOUBLE_PRECISION, to_rank(25), start, elements(25), MPI_DOUBLE_PRECISION, window, &
                  request(1), ierror)
    call MPI_Get(incoming, elements(26), MPI_DOUBLE_PRECISION, to_rank(26), start, elements(26), MPI_DOUBLE_PRECISION, window, ierror)
    call MPI_Rget(incoming, elements(27), MPI_DOUBLE_PRECISION, to_rank(27), start, elements(27), MPI_DOUBLE_PRECISION, window, &
                  request(2), ierror)
    call MPI_Accumulate(outgoing, elements(28), MPI_DOUBLE_PRECISION, to_rank(28), start, elements(28), MPI_DOUBLE_PRECISION, &
                        MPI_SUM, window, ierror)
    call MPI_Raccumulate(outgoing, elements(29), MPI_DOUBLE_PRECISION, to_rank(29), start, elements(29), MPI_DOUBLE_PRECISION, &
                         MPI_SUM, window, request(3), ierror)
    call MPI_Get_accumulate(outgoing, elements(30), MPI_DOUBLE_PRECISION, answer, elements(30), MPI_DOUBLE_PRECISION, to_rank(30), &
                            start, elements(30), MPI_DOUBLE_PRECISION, MPI_SUM, window, ierror)
    call MPI_Rget_accumulate(outgoing, elements(31), MPI_DOUBLE_PRECISION, answer, elements(31), MPI_DOUBLE_PRECISION, to_rank(31), &
                             start, elements(31), MPI_DOUBLE_PRECISION, MPI_NO_OP, window, request(4), ierror)
    call MPI_Fetch_and_op(outgoing, answer, MPI_DOUBLE_PRECISION, to_rank(32), start, MPI_SUM, window, ierror)
    call MPI_Fetch_and_op(outgoing, answer, MPI_DOUBLE_PRECISION, to_rank(33), start, MPI_NO_OP, window, ierror)
    call MPI_Compare_and_swap(long_origin, long_compare, long_answer, MPI_INTEGER8, to_rank(34), second, window, ierror)
    call MPI_Put(outgoing, elements(35), MPI_DOUBLE_PRECISION, MPI_PROC_NULL, start, elements(35), MPI_DOUBLE_PRECISION, window, &
                 ierror)
    call MPI_Waitall(4, request, MPI_STATUSES_IGNORE, ierror)
    call MPI_Win_unlock_all(window, ierror)
  end subroutine

  subroutine one_sided_elsewhere()
    COMM_T :: reversed
    WIN_T :: window
    integer(MPI_ADDRESS_KIND), parameter :: start = 0, bytes = 8*space
    call MPI_Comm_split(MPI_COMM_WORLD, 0, -my_rank, reversed, ierror)
    call MPI_Win_create(memory, bytes, 8, MPI_INFO_NULL, reversed, window, ierror)
    call MPI_Win_fence(0, window, ierror)
    call MPI_Put(outgoing, elements(36), MPI_DOUBLE_PRECISION, mod(ranks - 1 - my_rank + 36, ranks), start, elements(36), &
                 MPI_DOUBLE_PRECISION, window, ierror)
    call MPI_Win_fence(0, window, ierror)
    call MPI_Win_free(window, ierror)
    call MPI_Comm_free(reversed, ierror)
  end subroutine

end module

program calls
  use scenario
  implicit none
  WIN_T :: window
  integer(MPI_ADDRESS_KIND), parameter :: bytes = 8*space
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, my_rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  outgoing = my_rank
  call MPI_Buffer_attach(buffer, 8*4*space, ierror)
  call blocking()
  call nonblocking()
  call persistent()
  call matched_probe()
  call special_messages()
  call communicators()
  call MPI_Win_create(memory, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, window, ierror)
  call one_sided(window)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_Win_free(window, ierror)
  call one_sided_elsewhere()
  call MPI_Finalize(ierror)
end program
