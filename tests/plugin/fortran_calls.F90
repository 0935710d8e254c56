! Calls of Fortran programs on MPI_COMM_WORLD, each checked by the ranks that it must mean. Compiled for each interface.
#if defined(INTERFACE_F08)
#define COMMUNICATOR type(MPI_Comm)
#define GROUP type(MPI_Group)
#define REQUEST type(MPI_Request)
#define DATATYPE type(MPI_Datatype)
#define WINDOW type(MPI_Win)
#define FILEHANDLE type(MPI_File)
#define STATUS type(MPI_Status)
#define STATUSES type(MPI_Status), dimension(2)
#define SOURCE_OF(status) status%MPI_SOURCE
#else
#define COMMUNICATOR integer
#define GROUP integer
#define REQUEST integer
#define DATATYPE integer
#define WINDOW integer
#define FILEHANDLE integer
#define STATUS integer, dimension(MPI_STATUS_SIZE)
#define STATUSES integer, dimension(MPI_STATUS_SIZE, 2)
#define SOURCE_OF(status) status(MPI_SOURCE)
#endif
program fortran_calls
#if defined(INTERFACE_F08)
  use mpi_f08
#elif defined(INTERFACE_MPI)
  use mpi
#endif
  implicit none
#if defined(INTERFACE_H)
  include 'mpif.h'
#endif
  integer :: rank, ranks, next, previous, process, ierror, failures, r
  integer, allocatable :: ones(:), places(:), bytes(:), in(:), out(:)
  DATATYPE, allocatable :: types(:)
  character(len=64) :: text

  failures = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call get_environment_variable('OMPI_COMM_WORLD_RANK', text)
  if (text == '') call get_environment_variable('PMI_RANK', text)
  read (text, *) process
  call get_environment_variable('TOPOMORPH_PERMUTATION', text)
  call expect('rank', rank, merge(ranks - 1 - process, process, text == 'reverse'))
  next = mod(rank + 1, ranks)
  previous = mod(rank + ranks - 1, ranks)
  ones = [(1, r=1, ranks)]
  places = [(r, r=0, ranks - 1)]
  bytes = places*4
  out = [(100*rank + r, r=0, ranks - 1)]
  allocate (in(ranks), types(ranks))
  types = MPI_INTEGER
  call messages()
  call persistent_messages()
  call rooted()
  call all_to_all()
  call nonblocking()
  call communicators()
  call grids()
  call graphs()
  call intercommunicators()
  call windows()
  call files()
  call names()
  call MPI_Finalize(ierror)
  if (failures > 0) error stop 1
contains
#include "expect.inc"

  ! What every rank r has sent: r itself, or 100 r + this rank.
  subroutine expect_all(what, factor, shift)
    character(len=*), intent(in) :: what
    integer, intent(in) :: factor, shift
    integer :: i
    do i = 1, ranks
      call expect(what, in(i), factor*(i - 1) + shift)
    end do
    in = -1
  end subroutine expect_all

  subroutine messages()
    integer :: got, mine, count
    logical :: found
    STATUS :: answer
    STATUSES :: answers
    REQUEST :: requests(2)
    call MPI_Irecv(got, 1, MPI_INTEGER, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, requests(1), ierror)
    call MPI_Isend(rank, 1, MPI_INTEGER, next, 1, MPI_COMM_WORLD, requests(2), ierror)
    call MPI_Waitall(2, requests, answers, ierror)
    call expect('received', got, previous)
    mine = rank
    call MPI_Sendrecv_replace(mine, 1, MPI_INTEGER, next, 2, previous, 2, MPI_COMM_WORLD, answer, ierror)
    call expect('replaced', mine, previous)
    call expect('source', SOURCE_OF(answer), previous)
    call MPI_Isend(rank, 1, MPI_INTEGER, next, 3, MPI_COMM_WORLD, requests(1), ierror)
    call MPI_Probe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, answer, ierror)
    call expect('probed', SOURCE_OF(answer), previous)
    call MPI_Get_count(answer, MPI_INTEGER, count, ierror)
    call expect('count', count, 1)
    found = .false.
    do while (.not. found)
      call MPI_Iprobe(previous, 3, MPI_COMM_WORLD, found, answer, ierror)
    end do
    call MPI_Recv(got, 1, MPI_INTEGER, previous, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE, ierror)
    call expect('received after a probe', got, previous)
  end subroutine messages

  subroutine persistent_messages()
    integer :: got, round
    REQUEST :: requests(2)
    call MPI_Recv_init(got, 1, MPI_INTEGER, previous, 4, MPI_COMM_WORLD, requests(1), ierror)
    call MPI_Send_init(rank, 1, MPI_INTEGER, next, 4, MPI_COMM_WORLD, requests(2), ierror)
    do round = 1, 2
      got = -1
      call MPI_Startall(2, requests, ierror)
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
      call expect('persistent', got, previous)
    end do
    call MPI_Request_free(requests(1), ierror)
    call MPI_Request_free(requests(2), ierror)
  end subroutine persistent_messages

  subroutine rooted()
    integer :: root, got
    do root = 0, ranks - 1
      got = merge(root, -1, rank == root)
      call MPI_Bcast(got, 1, MPI_INTEGER, root, MPI_COMM_WORLD, ierror)
      call expect('bcast', got, root)
      call MPI_Gather(rank, 1, MPI_INTEGER, in, 1, MPI_INTEGER, root, MPI_COMM_WORLD, ierror)
      if (rank == root) call expect_all('gather', 1, 0)
      call MPI_Gatherv(rank, 1, MPI_INTEGER, in, ones, places, MPI_INTEGER, root, MPI_COMM_WORLD, ierror)
      if (rank == root) call expect_all('gatherv', 1, 0)
      call MPI_Scatter(out, 1, MPI_INTEGER, got, 1, MPI_INTEGER, root, MPI_COMM_WORLD, ierror)
      call expect('scatter', got, 100*root + rank)
      call MPI_Scatterv(out, ones, places, MPI_INTEGER, got, 1, MPI_INTEGER, root, MPI_COMM_WORLD, ierror)
      call expect('scatterv', got, 100*root + rank)
      call MPI_Reduce(rank, got, 1, MPI_INTEGER, MPI_SUM, root, MPI_COMM_WORLD, ierror)
      if (rank == root) call expect('reduce', got, ranks*(ranks - 1)/2)
    end do
  end subroutine rooted

  subroutine all_to_all()
    integer :: got, sum_here
    sum_here = 100*ranks*(ranks - 1)/2 + ranks*rank
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPI_Allgather(rank, 1, MPI_INTEGER, in, 1, MPI_INTEGER, MPI_COMM_WORLD, ierror)
    call expect_all('allgather', 1, 0)
    call MPI_Allgatherv(rank, 1, MPI_INTEGER, in, ones, places, MPI_INTEGER, MPI_COMM_WORLD, ierror)
    call expect_all('allgatherv', 1, 0)
    call MPI_Alltoall(out, 1, MPI_INTEGER, in, 1, MPI_INTEGER, MPI_COMM_WORLD, ierror)
    call expect_all('alltoall', 100, rank)
    call MPI_Alltoallv(out, ones, places, MPI_INTEGER, in, ones, places, MPI_INTEGER, MPI_COMM_WORLD, ierror)
    call expect_all('alltoallv', 100, rank)
    call MPI_Alltoallw(out, ones, bytes, types, in, ones, bytes, types, MPI_COMM_WORLD, ierror)
    call expect_all('alltoallw', 100, rank)
    call MPI_Reduce_scatter(out, got, ones, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    call expect('reduce_scatter', got, sum_here)
    call MPI_Reduce_scatter_block(out, got, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    call expect('reduce_scatter_block', got, sum_here)
    call MPI_Scan(rank, got, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    call expect('scan', got, rank*(rank + 1)/2)
    got = 0
    call MPI_Exscan(rank, got, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    if (rank > 0) call expect('exscan', got, rank*(rank - 1)/2)
    got = rank
    call MPI_Allreduce(MPI_IN_PLACE, got, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, ierror)
    call expect('allreduce in place', got, ranks - 1)
  end subroutine all_to_all

  subroutine nonblocking()
    integer :: got
    REQUEST :: later
    call MPI_Ibarrier(MPI_COMM_WORLD, later, ierror)
    call MPI_Wait(later, MPI_STATUS_IGNORE, ierror)
    got = rank
    call MPI_Ibcast(got, 1, MPI_INTEGER, ranks - 1, MPI_COMM_WORLD, later, ierror)
    call MPI_Wait(later, MPI_STATUS_IGNORE, ierror)
    call expect('ibcast', got, ranks - 1)
    call MPI_Iallgather(rank, 1, MPI_INTEGER, in, 1, MPI_INTEGER, MPI_COMM_WORLD, later, ierror)
    call MPI_Wait(later, MPI_STATUS_IGNORE, ierror)
    call expect_all('iallgather', 1, 0)
    call MPI_Ialltoall(out, 1, MPI_INTEGER, in, 1, MPI_INTEGER, MPI_COMM_WORLD, later, ierror)
    call MPI_Wait(later, MPI_STATUS_IGNORE, ierror)
    call expect_all('ialltoall', 100, rank)
    call MPI_Iallreduce(rank, got, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, later, ierror)
    call MPI_Wait(later, MPI_STATUS_IGNORE, ierror)
    call expect('iallreduce', got, ranks - 1)
  end subroutine nonblocking

  ! Ranks of the world in the order of a communicator, which is freed.
  subroutine expect_order(what, comm, first, step)
    character(len=*), intent(in) :: what
    COMMUNICATOR :: comm
    integer, intent(in) :: first, step
    integer :: members, i
    integer, allocatable :: found(:)
    call MPI_Comm_size(comm, members, ierror)
    allocate (found(members))
    call MPI_Allgather(rank, 1, MPI_INTEGER, found, 1, MPI_INTEGER, comm, ierror)
    do i = 1, members
      call expect(what, found(i), first + (i - 1)*step)
    end do
    call MPI_Comm_free(comm, ierror)
  end subroutine expect_order

  subroutine communicators()
    COMMUNICATOR :: made
    GROUP :: world, reversed
    integer :: ranges(3, 1), found
    call MPI_Comm_dup(MPI_COMM_WORLD, made, ierror)
    call expect_order('dup', made, 0, 1)
    call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, made, ierror)
    call expect_order('split', made, mod(rank, 2), 2)
    call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, -rank, MPI_INFO_NULL, made, ierror)
    call expect_order('split_type', made, ranks - 1, -1)
    call MPI_Comm_group(MPI_COMM_WORLD, world, ierror)
    call MPI_Group_rank(world, found, ierror)
    call expect('rank in the group', found, rank)
    ranges(:, 1) = [ranks - 1, 0, -1]
    call MPI_Group_range_incl(world, 1, ranges, reversed, ierror)
    call MPI_Comm_create(MPI_COMM_WORLD, reversed, made, ierror)
    call expect_order('create', made, ranks - 1, -1)
    call MPI_Comm_create_group(MPI_COMM_WORLD, reversed, 5, made, ierror)
    call expect_order('create_group', made, ranks - 1, -1)
    call MPI_Group_free(reversed, ierror)
    call MPI_Group_free(world, ierror)
  end subroutine communicators

  subroutine grids()
    COMMUNICATOR :: grid, line
    integer :: left, right, found(2), coordinates(1), whole, mapped
    call MPI_Cart_create(MPI_COMM_WORLD, 1, [ranks], [.true.], .false., grid, ierror)
    call MPI_Cart_shift(grid, 0, 1, left, right, ierror)
    call expect('left', left, previous)
    call expect('right', right, next)
    call MPI_Cart_coords(grid, rank, 1, coordinates, ierror)
    call expect('coordinate', coordinates(1), rank)
    call MPI_Neighbor_allgather(rank, 1, MPI_INTEGER, found, 1, MPI_INTEGER, grid, ierror)
    call expect('left neighbour', found(1), previous)
    call expect('right neighbour', found(2), next)
    call MPI_Cart_sub(grid, [.true.], line, ierror)
    call expect_order('line', line, 0, 1)
    call expect_order('grid', grid, 0, 1)
    call MPI_Cart_map(MPI_COMM_WORLD, 1, [ranks], [.true.], mapped, ierror)
    call expect('mapped', mapped, rank)
    call MPI_Cart_create(MPI_COMM_WORLD, 1, [ranks], [.true.], .true., grid, ierror) ! whatever the order: all are in it
    call MPI_Comm_rank(grid, mapped, ierror)
    call MPI_Allreduce(mapped, whole, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    call expect('sum of ranks', whole, ranks*(ranks - 1)/2)
    call MPI_Comm_free(grid, ierror)
  end subroutine grids

  subroutine graphs()
    COMMUNICATOR :: ring
    integer :: found(1), i, indices(ranks), edges(ranks)
    call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [previous], MPI_UNWEIGHTED, 1, [next], MPI_UNWEIGHTED, &
                                        MPI_INFO_NULL, .false., ring, ierror)
    call MPI_Neighbor_alltoall([rank], 1, MPI_INTEGER, found, 1, MPI_INTEGER, ring, ierror)
    call expect('neighbour', found(1), previous)
    call expect_order('adjacent ring', ring, 0, 1)
    call MPI_Dist_graph_create(MPI_COMM_WORLD, 1, [rank], [1], [next], MPI_UNWEIGHTED, MPI_INFO_NULL, .false., ring, ierror)
    call MPI_Neighbor_allgather(rank, 1, MPI_INTEGER, found, 1, MPI_INTEGER, ring, ierror)
    call expect('neighbour of the graph', found(1), previous)
    call MPI_Comm_free(ring, ierror)
    indices = [(i, i=1, ranks)]
    edges = [(mod(i, ranks), i=1, ranks)]
    call MPI_Graph_create(MPI_COMM_WORLD, ranks, indices, edges, .false., ring, ierror)
    call MPI_Graph_neighbors(ring, rank, 1, found, ierror)
    call expect('neighbour in the list', found(1), next)
    call expect_order('graph', ring, 0, 1)
  end subroutine graphs

  subroutine intercommunicators()
    COMMUNICATOR :: half, bridge, merged
    logical :: low
    integer :: remote
    if (ranks < 2) return
    low = rank < ranks/2
    call MPI_Comm_split(MPI_COMM_WORLD, merge(0, 1, low), rank, half, ierror)
    call MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, merge(ranks/2, 0, low), 6, bridge, ierror)
    call MPI_Comm_remote_size(bridge, remote, ierror)
    call expect('remote size', remote, merge(ranks - ranks/2, ranks/2, low))
    call MPI_Intercomm_merge(bridge, .not. low, merged, ierror)
    call expect_order('merged', merged, 0, 1)
    call MPI_Comm_free(bridge, ierror)
    call MPI_Comm_free(half, ierror)
  end subroutine intercommunicators

  ! Open MPI 4.1.4 makes no such window for one process.
  subroutine windows()
    WINDOW :: window_of_all
    integer :: memory(1), got
    integer(kind=MPI_ADDRESS_KIND) :: start
    if (ranks < 2) return
    memory = rank
    start = 0
    call MPI_Win_create(memory, int(4, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, window_of_all, ierror)
    call MPI_Win_fence(0, window_of_all, ierror)
    call MPI_Get(got, 1, MPI_INTEGER, next, start, 1, MPI_INTEGER, window_of_all, ierror)
    call MPI_Win_fence(0, window_of_all, ierror)
    call expect('got', got, next)
    call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, window_of_all, ierror)
    call MPI_Put(rank, 1, MPI_INTEGER, next, start, 1, MPI_INTEGER, window_of_all, ierror)
    call MPI_Win_unlock(next, window_of_all, ierror)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, window_of_all, ierror)
    call expect('put', memory(1), previous)
    call MPI_Win_unlock(rank, window_of_all, ierror)
    call MPI_Win_free(window_of_all, ierror)
  end subroutine windows

  ! The name of the file contains that of the job, which all processes share.
  subroutine files()
    FILEHANDLE :: file
    integer :: got
    integer(kind=MPI_OFFSET_KIND) :: place
    character(len=64) :: job
    call get_environment_variable('PMIX_NAMESPACE', job)
    call MPI_File_open(MPI_COMM_WORLD, 'fortran_calls.'//trim(job)//'.tmp', &
                       MPI_MODE_CREATE + MPI_MODE_RDWR + MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, file, ierror)
    call expect('open', ierror, MPI_SUCCESS)
    call MPI_File_write_ordered(file, rank, 1, MPI_INTEGER, MPI_STATUS_IGNORE, ierror)
    call MPI_File_sync(file, ierror)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    place = 4*next
    call MPI_File_read_at(file, place, got, 1, MPI_INTEGER, MPI_STATUS_IGNORE, ierror)
    call expect('read', got, next)
    call MPI_File_close(file, ierror)
  end subroutine files

  subroutine names()
    character(len=MPI_MAX_OBJECT_NAME) :: name
    integer :: length, keyval
    integer(kind=MPI_ADDRESS_KIND) :: value, state
    logical :: found
    call MPI_Comm_get_name(MPI_COMM_WORLD, name, length, ierror)
    if (name(1:length) /= 'MPI_COMM_WORLD') call expect('name', length, 14)
    state = 0
    value = 41
    call MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, keyval, state, ierror)
    call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, value, ierror)
    value = 0
    call MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, value, found, ierror)
    if (.not. found .or. value /= 41) call expect('attribute', int(value), 41)
    call MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval, ierror)
    call MPI_Comm_free_keyval(keyval, ierror)
  end subroutine names
end program fortran_calls
