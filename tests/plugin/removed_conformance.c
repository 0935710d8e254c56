/* Functions that MPI 3.0 removed and libmpi still exports, because old binaries call them. Declared here, since mpi.h
 * does not declare them. */
#include "conformance.h"

#undef MPI_Errhandler_create
#undef MPI_Errhandler_set
#undef MPI_Errhandler_get
#undef MPI_Address
#undef MPI_Type_extent
#undef MPI_Type_hindexed
#undef MPI_Type_hvector
#undef MPI_Type_struct
#undef MPI_Type_lb
#undef MPI_Type_ub
extern int MPI_Errhandler_create(void (*)(MPI_Comm*, int*, ...), MPI_Errhandler*);
extern int MPI_Errhandler_set(MPI_Comm, MPI_Errhandler);
extern int MPI_Errhandler_get(MPI_Comm, MPI_Errhandler*);
extern int MPI_Address(void*, MPI_Aint*);
extern int MPI_Type_extent(MPI_Datatype, MPI_Aint*);
extern int MPI_Type_hindexed(int, int[], MPI_Aint[], MPI_Datatype, MPI_Datatype*);
extern int MPI_Type_hvector(int, int, MPI_Aint, MPI_Datatype, MPI_Datatype*);
extern int MPI_Type_struct(int, int[], MPI_Aint[], MPI_Datatype[], MPI_Datatype*);
extern int MPI_Type_lb(MPI_Datatype, MPI_Aint*);
extern int MPI_Type_ub(MPI_Datatype, MPI_Aint*);

static int calls = 0;
static int value = 41;

static void handler(MPI_Comm* comm, int* code, ...) {
  (void)code;
  ++calls;
  CHECK(*comm == MPI_COMM_WORLD);
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank());
}

static int copy(MPI_Comm comm, int keyval, void* state, void* in, void* out, int* flag) {
  (void)keyval, (void)state;
  CHECK(comm == MPI_COMM_WORLD);
  *(void**)out = in;
  *flag = 1;
  return MPI_SUCCESS;
}

static void error_handlers(void) {
  MPI_Errhandler errhandler, found;
  MPI_Errhandler_create(handler, &errhandler);
  MPI_Errhandler_set(MPI_COMM_WORLD, errhandler);
  MPI_Errhandler_get(MPI_COMM_WORLD, &found);
  CHECK(found == errhandler);
  MPI_Send(&value, 1, MPI_INT, -77, 0, MPI_COMM_WORLD);
  CHECK_EQUAL(calls, 1);
  MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

static void attributes(void) {
  int keyval = MPI_KEYVAL_INVALID, flag = 0, *found = NULL;
  MPI_Comm duplicate;
  MPI_Keyval_create(copy, MPI_NULL_DELETE_FN, &keyval, NULL);
  MPI_Attr_put(MPI_COMM_WORLD, keyval, &value);
  MPI_Attr_get(MPI_COMM_WORLD, keyval, &found, &flag);
  CHECK(flag == 1 && found == &value);
  MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
  MPI_Attr_get(duplicate, keyval, &found, &flag);
  CHECK(flag == 1 && found == &value);
  MPI_Attr_get(duplicate, MPI_TAG_UB, &found, &flag);
  CHECK(flag == 1 && *found >= 32767);
  MPI_Attr_delete(MPI_COMM_WORLD, keyval);
  MPI_Keyval_free(&keyval);
  MPI_Comm_free(&duplicate);
}

static void check_span(MPI_Datatype* type) {
  MPI_Aint lower = -1, upper = -1;
  MPI_Type_lb(*type, &lower);
  MPI_Type_ub(*type, &upper);
  CHECK_EQUAL(lower, 0);
  CHECK_EQUAL(upper, 12);
  MPI_Type_free(type);
}

/* Two ints, eight bytes apart. */
static void datatypes(void) {
  MPI_Aint address = 0, extent = 0, places[2] = {0, 8};
  int lengths[2] = {1, 1};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT}, made;
  MPI_Address(&value, &address);
  CHECK(address == (MPI_Aint)&value);
  MPI_Type_extent(MPI_INT, &extent);
  CHECK_EQUAL(extent, sizeof(int));
  MPI_Type_hindexed(2, lengths, places, MPI_INT, &made), check_span(&made);
  MPI_Type_hvector(2, 1, 8, MPI_INT, &made), check_span(&made);
  MPI_Type_struct(2, lengths, places, types, &made), check_span(&made);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  error_handlers();
  attributes();
  datatypes();
  return finish();
}
