// Makes every kind of point-to-point and one-sided call once, with known sizes: the C version of the scenario in
// scenario.py.
//
// Step k moves 10 + k doubles from rank r to rank (r + k) mod n (k mod n = 0: to itself); its number is the message's
// tag.
//
// usage: monitored_calls [THREADS]: so many threads at the same time, each with a duplicate of the world and a window
// of its own.
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { kSpace = 4096 };

static int rank, size;
static _Thread_local double out[kSpace], in[kSpace], result[kSpace];
static _Thread_local MPI_Request receive;
static _Thread_local MPI_Comm world;

static int count(int step) { return 10 + step; }
static int to(int step) { return (rank + step) % size; }
static int from(int step) { return (rank + step * (size - 1)) % size; }

/// Posts the receive of a step and waits until all ranks have: ready sends and sends to oneself need it.
static void open_step(int step) {
  MPI_Irecv(in, kSpace, MPI_DOUBLE, step % 2 ? MPI_ANY_SOURCE : from(step), step, world, &receive);
  MPI_Barrier(world);
}

static void close_step(void) { MPI_Wait(&receive, MPI_STATUS_IGNORE); }

static void blocking(void) {
  open_step(1), MPI_Send(out, count(1), MPI_DOUBLE, to(1), 1, world), close_step();
  open_step(2), MPI_Bsend(out, count(2), MPI_DOUBLE, to(2), 2, world), close_step();
  open_step(3), MPI_Ssend(out, count(3), MPI_DOUBLE, to(3), 3, world), close_step();
  open_step(4), MPI_Rsend(out, count(4), MPI_DOUBLE, to(4), 4, world), close_step();
  MPI_Sendrecv(out, count(5), MPI_DOUBLE, to(5), 5, in, kSpace, MPI_DOUBLE, from(5), 5, world, MPI_STATUS_IGNORE);
  MPI_Sendrecv_replace(out, count(6), MPI_DOUBLE, to(6), 6, from(6), 6, world, MPI_STATUS_IGNORE);
}

static void nonblocking(void) {
  MPI_Request request;
  open_step(7), MPI_Isend(out, count(7), MPI_DOUBLE, to(7), 7, world, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE), close_step();
  open_step(8), MPI_Ibsend(out, count(8), MPI_DOUBLE, to(8), 8, world, &request);
  MPI_Waitall(1, &request, MPI_STATUSES_IGNORE), close_step();
  open_step(9), MPI_Issend(out, count(9), MPI_DOUBLE, to(9), 9, world, &request);
  close_step(), MPI_Wait(&request, MPI_STATUS_IGNORE);
  open_step(10), MPI_Irsend(out, count(10), MPI_DOUBLE, to(10), 10, world, &request);
  close_step(), MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/// Each kind is started twice; the last two are started together. A receive request among them sends nothing.
static void persistent(void) {
  MPI_Request send[4], pair[2], unused;
  MPI_Recv_init(in, kSpace, MPI_DOUBLE, 0, 99, world, &unused);
  MPI_Send_init(out, count(11), MPI_DOUBLE, to(11), 11, world, &send[0]);
  MPI_Bsend_init(out, count(12), MPI_DOUBLE, to(12), 12, world, &send[1]);
  MPI_Ssend_init(out, count(13), MPI_DOUBLE, to(13), 13, world, &send[2]);
  MPI_Rsend_init(out, count(14), MPI_DOUBLE, to(14), 14, world, &send[3]);
  for (int i = 0; i < 2; ++i) {
    for (int step = 11; step < 14; ++step) {
      open_step(step), MPI_Start(&send[step - 11]), close_step(), MPI_Wait(&send[step - 11], MPI_STATUS_IGNORE);
    }
  }
  open_step(14), MPI_Start(&send[3]), close_step(), MPI_Wait(&send[3], MPI_STATUS_IGNORE);
  pair[0] = send[0], pair[1] = send[3];
  MPI_Irecv(result, kSpace, MPI_DOUBLE, from(11), 11, world, &send[0]);
  open_step(14), MPI_Startall(2, pair), close_step();
  MPI_Wait(&send[0], MPI_STATUS_IGNORE), MPI_Waitall(2, pair, MPI_STATUSES_IGNORE);
  MPI_Request_free(&pair[0]), MPI_Request_free(&pair[1]);
  MPI_Request_free(&send[1]), MPI_Request_free(&send[2]), MPI_Request_free(&unused);
}

static void matched_probe(void) {
  MPI_Message message;
  MPI_Request request;
  int found = 0;
  MPI_Isend(out, count(15), MPI_DOUBLE, to(15), 15, world, &request);
  MPI_Mprobe(MPI_ANY_SOURCE, 15, world, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(in, kSpace, MPI_DOUBLE, &message, MPI_STATUS_IGNORE), MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Isend(out, count(16), MPI_DOUBLE, to(16), 16, world, &request);
  while (!found) MPI_Improbe(from(16), MPI_ANY_TAG, world, &found, &message, MPI_STATUS_IGNORE);
  MPI_Imrecv(in, kSpace, MPI_DOUBLE, &message, &receive), MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/// An empty message counts; a message to MPI_PROC_NULL does not; holes of a derived type are not sent.
static void special_messages(void) {
  MPI_Datatype strided;
  open_step(17), MPI_Send(out, 0, MPI_DOUBLE, to(17), 17, world), close_step();
  MPI_Send(out, count(18), MPI_DOUBLE, MPI_PROC_NULL, 18, world);
  MPI_Type_vector(count(19), 1, 7, MPI_DOUBLE, &strided);
  MPI_Type_commit(&strided);
  open_step(19), MPI_Send(out, 2, strided, to(19), 19, world), close_step();
  MPI_Type_free(&strided);
}

/// Ranks of other communicators differ from the world's: a reversed one, halves of it, and the two halves as an
/// intercommunicator.
static void communicators(void) {
  MPI_Comm reversed, half, dup, inter;
  MPI_Comm_split(world, 0, -rank, &reversed);
  MPI_Comm_dup(reversed, &dup);
  MPI_Sendrecv(out, count(20), MPI_DOUBLE, (size - 1 - rank + 20) % size, 20, in, kSpace, MPI_DOUBLE, MPI_ANY_SOURCE,
               20, reversed, MPI_STATUS_IGNORE);
  MPI_Sendrecv(out, count(21), MPI_DOUBLE, (size - 1 - rank + 21) % size, 21, in, kSpace, MPI_DOUBLE, MPI_ANY_SOURCE,
               21, dup, MPI_STATUS_IGNORE);
  MPI_Comm_free(&reversed), MPI_Comm_free(&dup);
  MPI_Comm_split(world, rank % 2, rank, &half);  // may get the handle that was freed
  MPI_Sendrecv(out, count(22), MPI_DOUBLE, 0, 22, in, kSpace, MPI_DOUBLE, 0, 22, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  MPI_Intercomm_create(half, 0, world, 1 - rank % 2, 1, &inter);
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

/// The same on a window whose ranks are reversed: traffic with rank t there is with rank n - 1 - t of the world.
static void one_sided_elsewhere(void) {
  MPI_Comm reversed;
  MPI_Win window;
  double* memory;
  MPI_Comm_split(world, 0, -rank, &reversed);
  MPI_Win_allocate(kSpace * sizeof(double), sizeof(double), MPI_INFO_NULL, reversed, &memory, &window);
  MPI_Win_fence(0, window);
  MPI_Put(out, count(36), MPI_DOUBLE, (size - 1 - rank + 36) % size, 0, count(36), MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window), MPI_Comm_free(&reversed);
}

/// The work of one thread.
struct Part {
  pthread_t thread;
  MPI_Comm comm;
  MPI_Win window;
  double memory[kSpace];
};

static void* run(void* argument) {
  struct Part* part = argument;
  world = part->comm;
  blocking(), nonblocking(), persistent(), matched_probe(), special_messages(), communicators();
  one_sided(part->window);
  MPI_Barrier(world);
  one_sided_elsewhere();
  return NULL;
}

static void make(struct Part* part) {
  MPI_Win_create(part->memory, sizeof part->memory, sizeof(double), MPI_INFO_NULL, part->comm, &part->window);
}

static void run_threads(int threads) {
  struct Part* parts = calloc((size_t)threads, sizeof *parts);
  for (int i = 0; i < threads; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &parts[i].comm), make(&parts[i]);
  for (int i = 0; i < threads; ++i) pthread_create(&parts[i].thread, NULL, run, &parts[i]);
  for (int i = 0; i < threads; ++i) pthread_join(parts[i].thread, NULL);
  for (int i = 0; i < threads; ++i) MPI_Win_free(&parts[i].window), MPI_Comm_free(&parts[i].comm);
  free(parts);
}

static void run_alone(void) {
  static struct Part part = {.comm = MPI_COMM_WORLD};
  make(&part);
  run(&part);
  MPI_Win_free(&part.window);
}

int main(int argc, char** argv) {
  const int threads = argc > 1 ? atoi(argv[1]) : 0;
  const size_t space = 4 * kSpace * sizeof(double) * (size_t)(threads + 1);
  int provided = 0;
  MPI_Init_thread(&argc, &argv, threads > 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
  if (threads > 0 && provided < MPI_THREAD_MULTIPLE) {
    fprintf(stderr, "this MPI library has no MPI_THREAD_MULTIPLE\n");
    MPI_Abort(MPI_COMM_WORLD, 3);
  }
  void* buffer = malloc(space);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Buffer_attach(buffer, (int)space);
  if (threads > 0)
    run_threads(threads);
  else
    run_alone();
  int bytes = 0;
  MPI_Buffer_detach(&buffer, &bytes);
  free(buffer);
  MPI_Finalize();
  return 0;
}
