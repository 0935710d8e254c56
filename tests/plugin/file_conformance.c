/* Files on MPI_COMM_WORLD: individual, explicit and shared pointers, views, and data in the order of the ranks.
 *
 * usage: file_conformance [romio]: without nonblocking collectives, in which ROMIO crashes inside Open MPI 4.1.4 */
#include <unistd.h>

#include "conformance.h"

static int rank, size;
static char name[64];
static MPI_File file;
static MPI_Status status;
static int romio;

static void open_new(void) {
  if (rank == 0) snprintf(name, sizeof name, "file_conformance.%ld.tmp", (long)getpid());
  MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
  CHECK_EQUAL(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file), MPI_SUCCESS);
}

static void rewound(void) {
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_seek(file, 0, MPI_SEEK_SET);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_Barrier(MPI_COMM_WORLD);
}

/* A cell of one int for each rank. */
static void set_view(void) {
  MPI_Datatype one, cells;
  const int lengths[1] = {1};
  const int places[1] = {rank};
  MPI_Offset displacement = -1;
  MPI_Datatype elementary, found;
  char representation[MPI_MAX_DATAREP_STRING];
  MPI_Type_indexed(1, lengths, places, MPI_INT, &one);
  MPI_Type_create_resized(one, 0, (MPI_Aint)(sizeof(int) * (size_t)size), &cells);
  MPI_Type_commit(&cells);
  MPI_File_set_view(file, 0, MPI_INT, cells, "native", MPI_INFO_NULL);
  MPI_File_get_view(file, &displacement, &elementary, &found, representation);
  CHECK_EQUAL(displacement, 0);
  MPI_Type_free(&found);
  MPI_Type_free(&cells);
  MPI_Type_free(&one);
}

static void plain_view(void) { MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL); }

static void check_cells(const char* what, int factor) {
  int got = -1;
  plain_view();
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int r = 0; r < size; ++r) {
    MPI_File_read_at(file, r, &got, 1, MPI_INT, &status);
    check_equal(got, r * factor, what, __FILE__, __LINE__);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static MPI_Request request;
static int out, in;

static void wait_for(void) { MPI_Wait(&request, &status); }

/* Through the view, in which every rank's cell comes first. */
static void individual(void) {
  MPI_Offset position = -1, byte = -1;
  set_view();
  out = rank;
  MPI_File_write(file, &out, 1, MPI_INT, &status);
  MPI_File_get_position(file, &position);
  CHECK_EQUAL(position, 1);
  MPI_File_get_byte_offset(file, 0, &byte);
  CHECK_EQUAL(byte, (MPI_Offset)sizeof(int) * rank);
  rewound();
  MPI_File_read(file, &in, 1, MPI_INT, &status);
  CHECK_EQUAL(in, rank);
  MPI_File_seek(file, 0, MPI_SEEK_SET);
  out = 2 * rank;
  MPI_File_iwrite(file, &out, 1, MPI_INT, &request), wait_for();
  rewound();
  MPI_File_iread(file, &in, 1, MPI_INT, &request), wait_for();
  CHECK_EQUAL(in, 2 * rank);
  check_cells("individual", 2);
}

static void together(void) {
  set_view();
  out = 3 * rank;
  MPI_File_write_all(file, &out, 1, MPI_INT, &status);
  rewound();
  MPI_File_read_all(file, &in, 1, MPI_INT, &status);
  CHECK_EQUAL(in, 3 * rank);
  rewound();
  out = 4 * rank;
  MPI_File_write_all_begin(file, &out, 1, MPI_INT);
  MPI_File_write_all_end(file, &out, &status);
  rewound();
  MPI_File_read_all_begin(file, &in, 1, MPI_INT);
  MPI_File_read_all_end(file, &in, &status);
  CHECK_EQUAL(in, 4 * rank);
  check_cells("together", 4);
  if (romio) return;
  set_view();
  out = 5 * rank;
  MPI_File_iwrite_all(file, &out, 1, MPI_INT, &request), wait_for();
  rewound();
  MPI_File_iread_all(file, &in, 1, MPI_INT, &request), wait_for();
  CHECK_EQUAL(in, 5 * rank);
  check_cells("together, later", 5);
}

static void explicit_offsets(void) {
  plain_view();
  out = rank;
  MPI_File_write_at(file, rank, &out, 1, MPI_INT, &status);
  check_cells("write_at", 1);
  out = 2 * rank;
  MPI_File_write_at_all(file, rank, &out, 1, MPI_INT, &status);
  check_cells("write_at_all", 2);
  MPI_File_read_at_all(file, rank, &in, 1, MPI_INT, &status);
  CHECK_EQUAL(in, 2 * rank);
  out = 3 * rank;
  MPI_File_write_at_all_begin(file, rank, &out, 1, MPI_INT);
  MPI_File_write_at_all_end(file, &out, &status);
  check_cells("write_at_all_begin", 3);
  MPI_File_read_at_all_begin(file, rank, &in, 1, MPI_INT);
  MPI_File_read_at_all_end(file, &in, &status);
  CHECK_EQUAL(in, 3 * rank);
  out = 4 * rank;
  MPI_File_iwrite_at(file, rank, &out, 1, MPI_INT, &request), wait_for();
  check_cells("iwrite_at", 4);
  MPI_File_iread_at(file, rank, &in, 1, MPI_INT, &request), wait_for();
  CHECK_EQUAL(in, 4 * rank);
  if (romio) return;
  out = 5 * rank;
  MPI_File_iwrite_at_all(file, rank, &out, 1, MPI_INT, &request), wait_for();
  check_cells("iwrite_at_all", 5);
  MPI_File_iread_at_all(file, rank, &in, 1, MPI_INT, &request), wait_for();
  CHECK_EQUAL(in, 5 * rank);
}

static void in_order(void) {
  plain_view();
  rewound();
  out = rank;
  MPI_File_write_ordered(file, &out, 1, MPI_INT, &status);
  check_cells("write_ordered", 1);
  rewound();
  MPI_File_read_ordered(file, &in, 1, MPI_INT, &status);
  CHECK_EQUAL(in, rank);
  rewound();
  out = 2 * rank;
  MPI_File_write_ordered_begin(file, &out, 1, MPI_INT);
  MPI_File_write_ordered_end(file, &out, &status);
  check_cells("write_ordered_begin", 2);
  rewound();
  MPI_File_read_ordered_begin(file, &in, 1, MPI_INT);
  MPI_File_read_ordered_end(file, &in, &status);
  CHECK_EQUAL(in, 2 * rank);
}

static int sum_of(int mine) {
  int sum = -1;
  MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

/* The first process gets the first place: every value appears once. */
static void shared_pointer(void) {
  const int all = size * (size - 1) / 2;
  MPI_Offset position = -1;
  plain_view();
  rewound();
  out = rank;
  MPI_File_write_shared(file, &out, 1, MPI_INT, &status);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_get_position_shared(file, &position);
  CHECK_EQUAL(position, size);
  rewound();
  MPI_File_read_shared(file, &in, 1, MPI_INT, &status);
  CHECK_EQUAL(sum_of(in), all);
  rewound();
  out = 2 * rank;
  MPI_File_iwrite_shared(file, &out, 1, MPI_INT, &request), wait_for();
  rewound();
  MPI_File_iread_shared(file, &in, 1, MPI_INT, &request), wait_for();
  CHECK_EQUAL(sum_of(in), 2 * all);
}

static void looks(void) {
  MPI_Group group;
  MPI_Info info;
  MPI_Offset bytes = -1;
  MPI_Aint extent = -1;
  int mode = -1, flag = -1, found = -1;
  MPI_File_get_group(file, &group);
  MPI_Group_rank(group, &found);
  CHECK_EQUAL(found, rank);
  MPI_Group_free(&group);
  MPI_File_get_amode(file, &mode);
  CHECK_EQUAL(mode, MPI_MODE_CREATE | MPI_MODE_RDWR);
  MPI_File_set_atomicity(file, 1);
  MPI_File_get_atomicity(file, &flag);
  MPI_File_set_atomicity(file, 0);
  MPI_File_set_size(file, 256);
  MPI_File_preallocate(
      file, 128); /* a bigger file can hang in Open MPI 4.1.4, whose processes look at its size at different times */
  MPI_File_get_size(file, &bytes);
  CHECK_EQUAL(bytes, 256);
  MPI_File_get_type_extent(file, MPI_INT, &extent);
  CHECK_EQUAL(extent, sizeof(int));
  MPI_File_get_info(file, &info);
  MPI_File_set_info(file, info);
  MPI_Info_free(&info);
  CHECK(OF_NUMBER(File, NUMBER_OF(File, file)) == file);
}

static int raised = 0;

static void handle(MPI_File* found, int* code, ...) {
  (void)code;
  CHECK(*found == file);
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank());
  ++raised;
}

static void error_handlers(void) {
  MPI_Errhandler handler, found;
  MPI_File_create_errhandler(handle, &handler);
  MPI_File_set_errhandler(file, handler);
  MPI_File_get_errhandler(file, &found);
  CHECK(found == handler);
  MPI_File_call_errhandler(file, MPI_ERR_OTHER);
  CHECK_EQUAL(raised, 1);
  MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
  MPI_Errhandler_free(&found);
  MPI_Errhandler_free(&handler);
}

static int extent_of(MPI_Datatype type, MPI_Aint* extent, void* state) {
  (void)type, (void)state;
  *extent = sizeof(int);
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  romio = argc > 1 && strcmp(argv[1], "romio") == 0;
  rank = rank_in(MPI_COMM_WORLD);
  size = size_of(MPI_COMM_WORLD);
  open_new();
  looks();
  error_handlers();
  individual();
  together();
  explicit_offsets();
  in_order();
  shared_pointer();
  MPI_File_close(&file);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) CHECK_EQUAL(MPI_File_delete(name, MPI_INFO_NULL), MPI_SUCCESS);
  MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
  MPI_Register_datarep("conformance", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent_of, NULL);
  return finish();
}
