! The halo exchange of trace.c in Fortran.
program trace
  implicit none
  include 'mpif.h'
  integer, parameter :: rounds = 1000, length = 100
  integer :: rank, ranks, left, right, i, requests(4), error
  character :: in1(length), in2(length), out(length)
  out = 'x'
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  left = mod(rank + ranks - 1, ranks)
  right = mod(rank + 1, ranks)
  do i = 1, rounds
    call MPI_Irecv(in1, length, MPI_CHARACTER, left, 1, MPI_COMM_WORLD, requests(1), error)
    call MPI_Irecv(in2, length, MPI_CHARACTER, right, 2, MPI_COMM_WORLD, requests(2), error)
    call MPI_Isend(out, length, MPI_CHARACTER, right, 1, MPI_COMM_WORLD, requests(3), error)
    call MPI_Isend(out, length, MPI_CHARACTER, left, 2, MPI_COMM_WORLD, requests(4), error)
    call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, error)
  end do
  call MPI_Finalize(error)
end program
