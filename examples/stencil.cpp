// A heat equation on a grid of processes whose ranks are renumbered after the first steps, with topomorph.hpp.
//
//   mpicxx -std=c++20 stencil.cpp -o stencil $(pkg-config --cflags --libs topomorph) && mpirun -n 8 ./stencil
//
// As it stands, the first steps are a trial whose data are thrown away: nothing has to be moved. `./stencil move` goes
// on with its data instead. The sum that is printed is the same for any order of the ranks.
#include <array>
#include <cstdio>
#include <string_view>
#include <vector>

#include <topomorph.hpp>

namespace {

constexpr int kSide = 64, kRow = kSide + 2, kTrial = 5, kSteps = 50;

/// One process's part of the grid, with a frame for what the neighbours have at the border.
class Part {
 public:
  /// Ranks go along the rows of the grid of processes.
  explicit Part(MPI_Comm comm) : comm_(comm) {
    int size = 0;
    MPI_Comm_rank(comm, &rank_);
    MPI_Comm_size(comm, &size);
    std::array<int, 2> sides = {};
    MPI_Dims_create(size, 2, sides.data());
    const int width = sides[0], column = rank_ % width, row = rank_ / width;
    up_ = row > 0 ? rank_ - width : MPI_PROC_NULL;
    down_ = row + 1 < sides[1] ? rank_ + width : MPI_PROC_NULL;
    left_ = column > 0 ? rank_ - 1 : MPI_PROC_NULL;
    right_ = column + 1 < width ? rank_ + 1 : MPI_PROC_NULL;
  }

  void heat() {
    for (int row = 1; row <= kSide; ++row) {
      for (int i = row * kRow + 1; i <= row * kRow + kSide; ++i) cells[at(i)] = (rank_ * 7 + i) % 11;
    }
  }

  void advance(int steps) {
    std::vector<double> next(cells.size());
    for (int step = 0; step < steps; ++step) {
      exchange_halos();
      for (int row = 1; row <= kSide; ++row) {
        for (int i = row * kRow + 1; i <= row * kRow + kSide; ++i) {
          next[at(i)] = 0.25 * (cells[at(i - 1)] + cells[at(i + 1)] + cells[at(i - kRow)] + cells[at(i + kRow)]);
        }
      }
      cells.swap(next);
    }
  }

  /// In the order of the ranks, so that rounding is the same for any of them.
  void print_sum() const {
    double sum = 0;
    for (int row = 1; row <= kSide; ++row) {
      for (int i = row * kRow + 1; i <= row * kRow + kSide; ++i) sum += cells[at(i)];
    }
    int size = 0;
    MPI_Comm_size(comm_, &size);
    std::vector<double> all(at(size));
    MPI_Gather(&sum, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE, 0, comm_);
    if (rank_ != 0) return;
    for (int i = 1; i < size; ++i) all[0] += all[at(i)];
    std::printf("sum %.6f\n", all[0]);
  }

  std::vector<double> cells = std::vector<double>(at(kRow * kRow));

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  void send_and_receive(int from, int destination, int to, int source, int count, MPI_Datatype type) {
    MPI_Sendrecv(&cells[at(from)], count, type, destination, 0, &cells[at(to)], count, type, source, 0, comm_,
                 MPI_STATUS_IGNORE);
  }

  void exchange_halos() {
    MPI_Datatype column = MPI_DATATYPE_NULL;
    MPI_Type_vector(kSide, 1, kRow, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    const int first = kRow + 1, last = kSide * kRow + 1;
    send_and_receive(first, up_, last + kRow, down_, kSide, MPI_DOUBLE);
    send_and_receive(last, down_, first - kRow, up_, kSide, MPI_DOUBLE);
    send_and_receive(first, left_, first + kSide, right_, 1, column);
    send_and_receive(first + kSide - 1, right_, first - 1, left_, 1, column);
    MPI_Type_free(&column);
  }

  MPI_Comm comm_;
  int rank_ = 0, up_ = MPI_PROC_NULL, down_ = MPI_PROC_NULL, left_ = MPI_PROC_NULL, right_ = MPI_PROC_NULL;
};

/// Learns from a trial, then begins: who was rank i has another part of the grid from the start.
void begin_after_a_trial() {
  Part trial(MPI_COMM_WORLD);
  trial.heat();
  trial.advance(kTrial);
  const topomorph::Communicator world = topomorph::reorder(MPI_COMM_WORLD);
  Part part(world);
  part.heat();
  part.advance(kSteps);
  part.print_sum();
}

/// Learns from its first steps and goes on: the part that belongs to the new rank comes from who had it.
void move_while_running() {
  Part before(MPI_COMM_WORLD);
  before.heat();
  before.advance(kTrial);
  const topomorph::Communicator world = topomorph::reorder(MPI_COMM_WORLD);
  Part part(world);
  part.cells = topomorph::redistribute(MPI_COMM_WORLD, world, before.cells, MPI_DOUBLE);
  part.advance(kSteps - kTrial);
  part.print_sum();
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc > 1 && std::string_view(argv[1]) == "move") {
    move_while_running();
  } else {
    begin_after_a_trial();
  }
  MPI_Finalize();
}
