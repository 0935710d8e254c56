// Conjugate gradients on a 2-D grid of processes with the communication of NAS CG: sums along rows, then an exchange
// with the transpose.
//
// The matrix is a band with a few diagonals: it costs no memory and little time, so the time is that of the network.
// Rank r is process (r / columns, r % columns) of the grid. Every sum has a fixed order of roles, so the checksum does
// not depend on where they run.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kOffsets = 4, kTag = 1 };

typedef struct {
  int rank, size;
  int rows, columns;                     // of the process grid: columns is rows or 2 x rows
  int row, column;                       // place of this process in it
  int transpose;                         // process that holds this one's columns as rows
  long unknowns, row_size, column_size;  // of the system, of one row segment and one column segment
  long row_begin, column_begin;
  double *partial, *received;  // row segments
} Grid;

static void die(const char* message) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) fprintf(stderr, "row_transpose: %s\n", message);
  MPI_Finalize();
  exit(2);
}

static double* allocate(long size) {
  double* values = calloc((size_t)size, sizeof(double));
  if (!values) MPI_Abort(MPI_COMM_WORLD, 3);
  return values;
}

static Grid make_grid(long unknowns) {
  Grid g = {.unknowns = unknowns, .rows = 1, .columns = 1};
  MPI_Comm_rank(MPI_COMM_WORLD, &g.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &g.size);
  while (g.rows * g.columns < g.size) {
    if (g.columns == g.rows)
      g.columns *= 2;
    else
      g.rows *= 2;
  }
  if (g.rows * g.columns != g.size) die("the number of ranks must be a power of two");
  if (unknowns <= 0 || unknowns % g.columns != 0) die("the unknowns must be a multiple of the grid's columns");
  g.row = g.rank / g.columns;
  g.column = g.rank % g.columns;
  const int width = g.columns / g.rows;  // 1 or 2 columns of processes for each row of them
  g.transpose = g.column / width * g.columns + g.row * width + g.column % width;
  g.row_size = unknowns / g.rows;
  g.column_size = unknowns / g.columns;
  g.row_begin = g.row * g.row_size;
  g.column_begin = g.column * g.column_size;
  g.partial = allocate(g.row_size);
  g.received = allocate(g.row_size);
  return g;
}

// Computes partial = (this process's block of the matrix) x column segment. The matrix is symmetric and strictly
// diagonally dominant.
static void multiply_block(Grid* g, const double* x) {
  const long offsets[kOffsets] = {1, 7, g->unknowns / 16 + 1, g->unknowns / 3 + 1};
  for (long i = 0; i < g->row_size; ++i) g->partial[i] = 0;
  for (int k = -kOffsets; k <= kOffsets; ++k) {
    const long offset = k == 0 ? 0 : k < 0 ? -offsets[-k - 1] : offsets[k - 1];
    const double value = k == 0 ? 2 * kOffsets + 0.05 : -1.0;
    const long shift = g->row_begin + offset - g->column_begin;  // column of row 0, both numbered in this block
    const long begin = shift < 0 ? -shift : 0;
    const long end = g->row_size + shift > g->column_size ? g->column_size - shift : g->row_size;
    for (long i = begin; i < end; ++i) g->partial[i] += value * x[i + shift];
  }
}

// Adds up `values` over the processes of a row by log2(columns) exchanges of the whole length, as NAS CG does.
static void sum_over_row(const Grid* g, double* values, long size, double* scratch) {
  for (int step = g->columns / 2; step > 0; step /= 2) {
    const int peer = g->row * g->columns + (g->column ^ step);
    MPI_Request request;
    MPI_Irecv(scratch, (int)size, MPI_DOUBLE, peer, kTag, MPI_COMM_WORLD, &request);
    MPI_Send(values, (int)size, MPI_DOUBLE, peer, kTag, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (long i = 0; i < size; ++i) values[i] += scratch[i];
  }
}

// Computes result = matrix x vector, both as column segments.
static void multiply(Grid* g, const double* x, double* result) {
  multiply_block(g, x);
  sum_over_row(g, g->partial, g->row_size, g->received);
  const long part = g->row_size == g->column_size ? 0 : g->column % 2 * g->column_size;
  MPI_Sendrecv(g->partial + part, (int)g->column_size, MPI_DOUBLE, g->transpose, kTag, result, (int)g->column_size,
               MPI_DOUBLE, g->transpose, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static double dot(const Grid* g, const double* a, const double* b) {
  double sum = 0, received = 0;
  for (long i = 0; i < g->column_size; ++i) sum += a[i] * b[i];
  sum_over_row(g, &sum, 1, &received);
  return sum;
}

// Solves matrix x = b for b = 1, 2, …, 9, 1, 2, … Returns the norm of the residual.
static double solve(Grid* g, double* x, int iterations) {
  double *r = allocate(g->column_size), *p = allocate(g->column_size), *q = allocate(g->column_size);
  for (long i = 0; i < g->column_size; ++i) p[i] = r[i] = (double)((g->column_begin + i) % 9 + 1);
  double rho = dot(g, r, r);
  for (int it = 0; it < iterations; ++it) {
    multiply(g, p, q);
    const double alpha = rho / dot(g, p, q);
    for (long i = 0; i < g->column_size; ++i) x[i] += alpha * p[i];
    for (long i = 0; i < g->column_size; ++i) r[i] -= alpha * q[i];
    const double next = dot(g, r, r);
    for (long i = 0; i < g->column_size; ++i) p[i] = r[i] + next / rho * p[i];
    rho = next;
  }
  free(r), free(p), free(q);
  return sqrt(rho);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  Grid g = make_grid(argc > 1 ? atol(argv[1]) : 65536);
  const int iterations = argc > 2 ? atoi(argv[2]) : 25;
  double* x = allocate(g.column_size);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  const double residual = solve(&g, x, iterations);
  MPI_Barrier(MPI_COMM_WORLD);
  const double seconds = MPI_Wtime() - start;
  const double checksum = dot(&g, x, x);
  if (g.rank == 0) {
    printf("grid %d x %d, %ld unknowns, %d iterations\n", g.rows, g.columns, g.unknowns, iterations);
    printf("checksum %.15e residual %.6e\n", checksum, residual);
    printf("seconds %.3f\n", seconds);
  }
  free(x), free(g.partial), free(g.received);
  MPI_Finalize();
  return 0;
}
