"""The scenario of calls.c through mpi4py (calls with buffers only, because the size of a pickled object is not fixed)."""
from array import array

from mpi4py import MPI

SPACE = 4096
world = MPI.COMM_WORLD
rank, size = world.Get_rank(), world.Get_size()
outgoing, incoming, result, memory = (array("d", bytes(8 * SPACE)) for _ in range(4))


def data(step):
    return [outgoing, 10 + step, MPI.DOUBLE]


def to(step):
    return (rank + step) % size


def source(step):
    return (rank - step) % size


def opened(step):
    """Returns the receive of a step, which all ranks have posted."""
    receive = world.Irecv(incoming, MPI.ANY_SOURCE if step % 2 else source(step), step)
    world.Barrier()
    return receive


def blocking():
    for step, send in enumerate((world.Send, world.Bsend, world.Ssend, world.Rsend), 1):
        receive = opened(step)
        send(data(step), to(step), step)
        receive.Wait()
    world.Sendrecv(data(5), to(5), 5, incoming, source(5), 5)
    world.Sendrecv_replace(data(6), to(6), 6, source(6), 6)


def nonblocking():
    for step, send in enumerate((world.Isend, world.Ibsend, world.Issend, world.Irsend), 7):
        receive = opened(step)
        request = send(data(step), to(step), step)
        receive.Wait()
        MPI.Request.Waitall([request])


def persistent():
    unused = world.Recv_init(incoming, 0, 99)
    kinds = (world.Send_init, world.Bsend_init, world.Ssend_init, world.Rsend_init)
    requests = [init(data(step), to(step), step) for step, init in enumerate(kinds, 11)]
    for step in (11, 12, 13, 11, 12, 13, 14):
        receive = opened(step)
        requests[step - 11].Start()
        receive.Wait()
        requests[step - 11].Wait()
    first = world.Irecv(result, source(11), 11)
    receive = opened(14)
    pair = [requests[0], requests[3]]
    MPI.Prequest.Startall(pair)
    MPI.Request.Waitall([receive, first] + pair)
    for request in requests + [unused]:
        request.Free()


def matched_probe():
    request = world.Isend(data(15), to(15), 15)
    world.Mprobe(MPI.ANY_SOURCE, 15).Recv(incoming)
    request.Wait()
    request = world.Isend(data(16), to(16), 16)
    message = None
    while message is None:
        message = world.Improbe(source(16), MPI.ANY_TAG)
    message.Irecv(incoming).Wait()
    request.Wait()


def special_messages():
    receive = opened(17)
    world.Send([outgoing, 0, MPI.DOUBLE], to(17), 17)
    receive.Wait()
    world.Send(data(18), MPI.PROC_NULL, 18)
    strided = MPI.DOUBLE.Create_vector(10 + 19, 1, 7).Commit()
    receive = opened(19)
    world.Send([outgoing, 2, strided], to(19), 19)
    receive.Wait()
    strided.Free()


def exchange(step, partner, comm):
    comm.Sendrecv(data(step), partner, step, incoming, MPI.ANY_SOURCE, step)


def communicators():
    reverse = world.Split(0, -rank)
    dup = reverse.Dup()
    exchange(20, (size - 1 - rank + 20) % size, reverse)
    exchange(21, (size - 1 - rank + 21) % size, dup)
    reverse.Free()
    dup.Free()
    half = world.Split(rank % 2, rank)
    exchange(22, 0, MPI.COMM_SELF)
    inter = half.Create_intercomm(0, world, 1 - rank % 2, 1)
    exchange(23, rank // 2, inter)
    inter.Free()
    half.Free()


def target(step):
    return [0, 10 + step, MPI.DOUBLE]


def one_sided(window):
    def into(step):
        return [incoming, 10 + step, MPI.DOUBLE]

    window.Lock_all()
    window.Put(data(24), to(24), target(24))
    requests = [window.Rput(data(25), to(25), target(25))]
    window.Get(into(26), to(26), target(26))
    requests.append(window.Rget(into(27), to(27), target(27)))
    window.Accumulate(data(28), to(28), target(28), MPI.SUM)
    requests.append(window.Raccumulate(data(29), to(29), target(29), MPI.SUM))
    window.Get_accumulate(data(30), [result, 40, MPI.DOUBLE], to(30), target(30), MPI.SUM)
    requests.append(window.Rget_accumulate(data(31), [result, 41, MPI.DOUBLE], to(31), target(31), MPI.NO_OP))
    one, other, third = (array("d", [0]) for _ in range(3))
    window.Fetch_and_op(one, other, to(32), 0, MPI.SUM)
    window.Fetch_and_op(one, other, to(33), 0, MPI.NO_OP)
    whole, compare, answer = (array("l", [0]) for _ in range(3))
    window.Compare_and_swap(whole, compare, answer, to(34), 1)
    window.Put(data(35), MPI.PROC_NULL, target(35))
    MPI.Request.Waitall(requests)
    window.Unlock_all()


def one_sided_elsewhere():
    reverse = world.Split(0, -rank)
    window = MPI.Win.Create(memory, 8, MPI.INFO_NULL, reverse)
    window.Fence()
    window.Put(data(36), (size - 1 - rank + 36) % size, target(36))
    window.Fence()
    window.Free()
    reverse.Free()


MPI.Attach_buffer(bytearray(4 * 8 * SPACE))
for part in (blocking, nonblocking, persistent, matched_probe, special_messages, communicators):
    part()
everywhere = MPI.Win.Create(memory, 8, MPI.INFO_NULL, world)
one_sided(everywhere)
world.Barrier()
everywhere.Free()
one_sided_elsewhere()
