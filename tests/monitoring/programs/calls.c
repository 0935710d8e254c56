// Makes every kind of point-to-point and one-sided call once, with known sizes: the C version of the scenario in
// scenario.py.
//
// Step k moves 10 + k doubles from rank r to rank (r + k) mod n (k mod n = 0: to itself); its number is the message's
// tag.
#include <mpi.h>
#include <stdlib.h>

enum { kSpace = 4096 };

static int rank, size;
static double out[kSpace], in[kSpace], result[kSpace];
static MPI_Request receive;

static int count(int step) { return 10 + step; }
static int to(int step) { return (rank + step) % size; }
static int from(int step) { return (rank + step * (size - 1)) % size; }

/// Posts the receive of a step and waits until all ranks have: ready sends and sends to oneself need it.
static void open_step(int step) {
  MPI_Irecv(in, kSpace, MPI_DOUBLE, step % 2 ? MPI_ANY_SOURCE : from(step), step, MPI_COMM_WORLD, &receive);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void close_step(void) { MPI_Wait(&receive, MPI_STATUS_IGNORE); }

static void blocking(void) {
  open_step(1), MPI_Send(out, count(1), MPI_DOUBLE, to(1), 1, MPI_COMM_WORLD), close_step();
  open_step(2), MPI_Bsend(out, count(2), MPI_DOUBLE, to(2), 2, MPI_COMM_WORLD), close_step();
  open_step(3), MPI_Ssend(out, count(3), MPI_DOUBLE, to(3), 3, MPI_COMM_WORLD), close_step();
  open_step(4), MPI_Rsend(out, count(4), MPI_DOUBLE, to(4), 4, MPI_COMM_WORLD), close_step();
  MPI_Sendrecv(out, count(5), MPI_DOUBLE, to(5), 5, in, kSpace, MPI_DOUBLE, from(5), 5, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv_replace(out, count(6), MPI_DOUBLE, to(6), 6, from(6), 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void nonblocking(void) {
  MPI_Request request;
  open_step(7), MPI_Isend(out, count(7), MPI_DOUBLE, to(7), 7, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE), close_step();
  open_step(8), MPI_Ibsend(out, count(8), MPI_DOUBLE, to(8), 8, MPI_COMM_WORLD, &request);
  MPI_Waitall(1, &request, MPI_STATUSES_IGNORE), close_step();
  open_step(9), MPI_Issend(out, count(9), MPI_DOUBLE, to(9), 9, MPI_COMM_WORLD, &request);
  close_step(), MPI_Wait(&request, MPI_STATUS_IGNORE);
  open_step(10), MPI_Irsend(out, count(10), MPI_DOUBLE, to(10), 10, MPI_COMM_WORLD, &request);
  close_step(), MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/// Each kind is started twice; the last two are started together. A receive request among them sends nothing.
static void persistent(void) {
  MPI_Request send[4], pair[2], unused;
  MPI_Recv_init(in, kSpace, MPI_DOUBLE, 0, 99, MPI_COMM_WORLD, &unused);
  MPI_Send_init(out, count(11), MPI_DOUBLE, to(11), 11, MPI_COMM_WORLD, &send[0]);
  MPI_Bsend_init(out, count(12), MPI_DOUBLE, to(12), 12, MPI_COMM_WORLD, &send[1]);
  MPI_Ssend_init(out, count(13), MPI_DOUBLE, to(13), 13, MPI_COMM_WORLD, &send[2]);
  MPI_Rsend_init(out, count(14), MPI_DOUBLE, to(14), 14, MPI_COMM_WORLD, &send[3]);
  for (int i = 0; i < 2; ++i) {
    for (int step = 11; step < 14; ++step) {
      open_step(step), MPI_Start(&send[step - 11]), close_step(), MPI_Wait(&send[step - 11], MPI_STATUS_IGNORE);
    }
  }
  open_step(14), MPI_Start(&send[3]), close_step(), MPI_Wait(&send[3], MPI_STATUS_IGNORE);
  pair[0] = send[0], pair[1] = send[3];
  MPI_Irecv(result, kSpace, MPI_DOUBLE, from(11), 11, MPI_COMM_WORLD, &send[0]);
  open_step(14), MPI_Startall(2, pair), close_step();
  MPI_Wait(&send[0], MPI_STATUS_IGNORE), MPI_Waitall(2, pair, MPI_STATUSES_IGNORE);
  MPI_Request_free(&pair[0]), MPI_Request_free(&pair[1]);
  MPI_Request_free(&send[1]), MPI_Request_free(&send[2]), MPI_Request_free(&unused);
}

static void matched_probe(void) {
  MPI_Message message;
  MPI_Request request;
  int found = 0;
  MPI_Isend(out, count(15), MPI_DOUBLE, to(15), 15, MPI_COMM_WORLD, &request);
  MPI_Mprobe(MPI_ANY_SOURCE, 15, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(in, kSpace, MPI_DOUBLE, &message, MPI_STATUS_IGNORE), MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Isend(out, count(16), MPI_DOUBLE, to(16), 16, MPI_COMM_WORLD, &request);
  while (!found) MPI_Improbe(from(16), MPI_ANY_TAG, MPI_COMM_WORLD, &found, &message, MPI_STATUS_IGNORE);
  MPI_Imrecv(in, kSpace, MPI_DOUBLE, &message, &receive), MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/// An empty message is one; a message to MPI_PROC_NULL is none; holes of a derived type do not travel.
static void special_messages(void) {
  MPI_Datatype strided;
  open_step(17), MPI_Send(out, 0, MPI_DOUBLE, to(17), 17, MPI_COMM_WORLD), close_step();
  MPI_Send(out, count(18), MPI_DOUBLE, MPI_PROC_NULL, 18, MPI_COMM_WORLD);
  MPI_Type_vector(count(19), 1, 7, MPI_DOUBLE, &strided);
  MPI_Type_commit(&strided);
  open_step(19), MPI_Send(out, 2, strided, to(19), 19, MPI_COMM_WORLD), close_step();
  MPI_Type_free(&strided);
}

/// Ranks of other communicators are not the world's: a reversed one, halves of it, and the two halves facing each
/// other.
static void communicators(void) {
  MPI_Comm reversed, half, dup, inter;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  MPI_Comm_dup(reversed, &dup);
  MPI_Sendrecv(out, count(20), MPI_DOUBLE, (size - 1 - rank + 20) % size, 20, in, kSpace, MPI_DOUBLE, MPI_ANY_SOURCE,
               20, reversed, MPI_STATUS_IGNORE);
  MPI_Sendrecv(out, count(21), MPI_DOUBLE, (size - 1 - rank + 21) % size, 21, in, kSpace, MPI_DOUBLE, MPI_ANY_SOURCE,
               21, dup, MPI_STATUS_IGNORE);
  MPI_Comm_free(&reversed), MPI_Comm_free(&dup);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);  // may well get the handle that was freed
  MPI_Sendrecv(out, count(22), MPI_DOUBLE, 0, 22, in, kSpace, MPI_DOUBLE, 0, 22, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 1, &inter);
  MPI_Sendrecv(out, count(23), MPI_DOUBLE, rank / 2, 23, in, kSpace, MPI_DOUBLE, rank / 2, 23, inter,
               MPI_STATUS_IGNORE);
  MPI_Comm_free(&inter), MPI_Comm_free(&half);
}

static void one_sided(MPI_Win window) {
  MPI_Request request[4];
  MPI_Win_lock_all(0, window);
  MPI_Put(out, count(24), MPI_DOUBLE, to(24), 0, count(24), MPI_DOUBLE, window);
  MPI_Rput(out, count(25), MPI_DOUBLE, to(25), 0, count(25), MPI_DOUBLE, window, &request[0]);
  MPI_Get(in, count(26), MPI_DOUBLE, to(26), 0, count(26), MPI_DOUBLE, window);
  MPI_Rget(in, count(27), MPI_DOUBLE, to(27), 0, count(27), MPI_DOUBLE, window, &request[1]);
  MPI_Accumulate(out, count(28), MPI_DOUBLE, to(28), 0, count(28), MPI_DOUBLE, MPI_SUM, window);
  MPI_Raccumulate(out, count(29), MPI_DOUBLE, to(29), 0, count(29), MPI_DOUBLE, MPI_SUM, window, &request[2]);
  MPI_Get_accumulate(out, count(30), MPI_DOUBLE, result, count(30), MPI_DOUBLE, to(30), 0, count(30), MPI_DOUBLE,
                     MPI_SUM, window);
  MPI_Rget_accumulate(out, count(31), MPI_DOUBLE, result, count(31), MPI_DOUBLE, to(31), 0, count(31), MPI_DOUBLE,
                      MPI_NO_OP, window, &request[3]);
  MPI_Fetch_and_op(out, result, MPI_DOUBLE, to(32), 0, MPI_SUM, window);
  MPI_Fetch_and_op(out, result, MPI_DOUBLE, to(33), 0, MPI_NO_OP, window);
  MPI_Compare_and_swap(out, in, result, MPI_LONG, to(34), 1, window);
  MPI_Put(out, count(35), MPI_DOUBLE, MPI_PROC_NULL, 0, count(35), MPI_DOUBLE, window);
  MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(window);
}

/// The same on a window whose ranks are reversed: what goes to rank t there is for rank n - 1 - t of the world.
static void one_sided_elsewhere(void) {
  MPI_Comm reversed;
  MPI_Win window;
  double* memory;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  MPI_Win_allocate(kSpace * sizeof(double), sizeof(double), MPI_INFO_NULL, reversed, &memory, &window);
  MPI_Win_fence(0, window);
  MPI_Put(out, count(36), MPI_DOUBLE, (size - 1 - rank + 36) % size, 0, count(36), MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window), MPI_Comm_free(&reversed);
}

int main(int argc, char** argv) {
  static double memory[kSpace], buffer[4 * kSpace];
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Buffer_attach(buffer, sizeof buffer);
  blocking(), nonblocking(), persistent(), matched_probe(), special_messages(), communicators();
  MPI_Win_create(memory, sizeof memory, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  one_sided(window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&window);
  one_sided_elsewhere();
  MPI_Finalize();
  return 0;
}
