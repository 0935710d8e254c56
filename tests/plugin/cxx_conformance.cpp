// Callbacks made by the C++ bindings (libmpi_cxx), which create them without any MPI function.
#include <cstdlib>
#include <cstring>
#include <iostream>

#include <mpi.h>

#include "../launchers/launched.h"

namespace {

int failures = 0, copies = 0, deletes = 0, errors = 0;

void expect(const char* what, int found, int wanted) {
  if (found == wanted) return;
  ++failures;
  std::cerr << "process " << launched_rank() << ": " << what << " is " << found << ", expected " << wanted << '\n';
}

int expected_rank() {
  const int process = std::atoi(launched_rank());
  const char* permutation = std::getenv("TOPOMORPH_PERMUTATION");
  const bool reversed = permutation != nullptr && std::strcmp(permutation, "reverse") == 0;
  return reversed ? std::atoi(launched_size()) - 1 - process : process;
}

void expect_ranks(const char* what) { expect(what, MPI::COMM_WORLD.Get_rank(), expected_rank()); }

int copy_attribute(const MPI::Comm& comm, int, void*, void* value, void* copied, bool& flag) {
  ++copies;
  expect("copied from the world", comm == MPI::COMM_WORLD, 1);
  expect_ranks("rank in copy");
  *static_cast<void**>(copied) = value;
  flag = true;
  return MPI_SUCCESS;
}

int delete_attribute(MPI::Comm&, int, void*, void*) {
  ++deletes;
  expect_ranks("rank in delete");
  return MPI_SUCCESS;
}

void on_error(MPI::Comm& comm, int* code, ...) {
  ++errors;
  expect("error on the world", comm == MPI::COMM_WORLD, 1);
  expect("error without a code", *code == MPI_SUCCESS, 0);
  expect_ranks("rank in handler");
}

void add(const void* in, void* inout, int length, const MPI::Datatype& type) {
  expect("integers", type == MPI::INT, 1);
  expect_ranks("rank in reduction");
  for (int i = 0; i < length; ++i) static_cast<int*>(inout)[i] += static_cast<const int*>(in)[i];
}

void reduction() {
  MPI::Op op;
  op.Init(add, true);
  int one = 1, sum = 0;
  MPI::COMM_WORLD.Allreduce(&one, &sum, 1, MPI::INT, op);
  expect("sum", sum, MPI::COMM_WORLD.Get_size());
  op.Free();
}

void attributes() {
  static int value = 5;
  void* found = nullptr;
  int keyval = MPI::Comm::Create_keyval(copy_attribute, delete_attribute, nullptr);
  MPI::COMM_WORLD.Set_attr(keyval, &value);
  MPI::Intracomm duplicate = MPI::COMM_WORLD.Dup();
  expect("copies", copies, 1);
  expect("attribute of the duplicate", duplicate.Get_attr(keyval, &found), 1);
  expect("MPI_TAG_UB of the duplicate", duplicate.Get_attr(MPI::TAG_UB, &found), 1);
  duplicate.Free();
  expect("deletes", deletes, 1);
  MPI::COMM_WORLD.Delete_attr(keyval);
  expect("deletes", deletes, 2);
  MPI::Comm::Free_keyval(keyval);
}

void error_handler() {
  MPI::Errhandler handler = MPI::Comm::Create_errhandler(on_error);
  MPI::COMM_WORLD.Set_errhandler(handler);
  MPI::COMM_WORLD.Send(&failures, 1, MPI::INT, MPI::COMM_WORLD.Get_size() + 5, 1);
  expect("errors", errors, 1);
  MPI::COMM_WORLD.Set_errhandler(MPI::ERRORS_ARE_FATAL);
  handler.Free();
}

}  // namespace

int main(int argc, char** argv) {
  MPI::Init(argc, argv);
  expect_ranks("rank");
  attributes();
  error_handler();
  reduction();
  MPI::Finalize();
  return failures != 0;
}
