/* Groups, datatypes, statuses, error codes and numbers of handles: calls without a communicator, made while another
 * communicator stands in for MPI_COMM_WORLD. */
#include "conformance.h"

static int rank, size;

static void groups(void) {
  MPI_Group world, first, others, both, none, same;
  int zero = 0, result = -1, count = -1, back = -1;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &zero, &first);
  MPI_Group_excl(world, 1, &zero, &others);
  MPI_Group_union(first, others, &both);
  MPI_Group_compare(both, world, &result);
  CHECK_EQUAL(result, MPI_IDENT);
  MPI_Group_intersection(first, others, &none);
  CHECK(none == MPI_GROUP_EMPTY);
  MPI_Group_difference(world, others, &same);
  MPI_Group_compare(same, first, &result);
  CHECK_EQUAL(result, MPI_IDENT);
  MPI_Group_size(others, &count);
  CHECK_EQUAL(count, size - 1);
  MPI_Group_translate_ranks(first, 1, &zero, world, &back);
  CHECK_EQUAL(back, 0);
  int range[1][3] = {{0, 0, 1}};
  MPI_Group ranged;
  MPI_Group_range_excl(world, 1, range, &ranged);
  MPI_Group_compare(ranged, others, &result);
  CHECK_EQUAL(result, MPI_IDENT);
  MPI_Group_size(ranged, &count);
  CHECK_EQUAL(count, size - 1);
  CHECK(OF_NUMBER(Group, NUMBER_OF(Group, world)) == world);
  MPI_Group* made[] = {&world, &first, &both, &same};
  for (int i = 0; i < 4; ++i) MPI_Group_free(made[i]);
  if (size > 1) MPI_Group_free(&others), MPI_Group_free(&ranged);
}

static void check_extent(MPI_Datatype* type, int bytes, long extent) {
  int found = -1;
  MPI_Count found_x = -1, lb_x = -1, extent_x = -1;
  MPI_Aint lb = -1, wide = -1;
  MPI_Type_commit(type);
  MPI_Type_size(*type, &found);
  MPI_Type_size_x(*type, &found_x);
  MPI_Type_get_extent(*type, &lb, &wide);
  MPI_Type_get_extent_x(*type, &lb_x, &extent_x);
  CHECK_EQUAL(found, bytes);
  CHECK_EQUAL(found_x, bytes);
  CHECK_EQUAL(wide, extent);
  CHECK_EQUAL(extent_x, extent);
  MPI_Type_get_true_extent(*type, &lb, &wide);
  MPI_Type_get_true_extent_x(*type, &lb_x, &extent_x);
  CHECK_EQUAL(lb, lb_x);
  CHECK_EQUAL(wide, extent_x);
  CHECK(OF_NUMBER(Type, NUMBER_OF(Type, *type)) == *type);
  MPI_Type_free(type);
}

static void constructed(void) {
  const int lengths[2] = {1, 1}, places[2] = {0, 2}, sizes[2] = {4, 4}, parts[2] = {2, 2}, starts[2] = {1, 1};
  const MPI_Aint bytes[2] = {0, 8};
  const MPI_Datatype types[2] = {MPI_INT, MPI_FLOAT};
  MPI_Datatype made;
  MPI_Type_contiguous(3, MPI_INT, &made), check_extent(&made, 12, 12);
  MPI_Type_vector(2, 1, 2, MPI_INT, &made), check_extent(&made, 8, 12);
  MPI_Type_create_hvector(2, 1, 8, MPI_INT, &made), check_extent(&made, 8, 12);
  MPI_Type_indexed(2, lengths, places, MPI_INT, &made), check_extent(&made, 8, 12);
  MPI_Type_create_hindexed(2, lengths, bytes, MPI_INT, &made), check_extent(&made, 8, 12);
  MPI_Type_create_indexed_block(2, 1, places, MPI_INT, &made), check_extent(&made, 8, 12);
  MPI_Type_create_hindexed_block(2, 1, bytes, MPI_INT, &made), check_extent(&made, 8, 12);
  MPI_Type_create_struct(2, lengths, bytes, types, &made), check_extent(&made, 8, 12);
  MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &made), check_extent(&made, 16, 64);
  MPI_Type_create_resized(MPI_INT, 0, 16, &made), check_extent(&made, 4, 16);
  MPI_Type_dup(MPI_INT, &made), check_extent(&made, 4, 4);
  const int shape[1] = {4}, distribution[1] = {MPI_DISTRIBUTE_BLOCK}, argument[1] = {MPI_DISTRIBUTE_DFLT_DARG},
            one[1] = {1};
  MPI_Type_create_darray(1, 0, 1, shape, distribution, argument, one, MPI_ORDER_C, MPI_INT, &made);
  check_extent(&made, 16, 16);
}

static void of_fortran(void) {
  MPI_Datatype type;
  int bytes = 0;
  MPI_Type_create_f90_integer(9, &type);
  MPI_Type_size(type, &bytes);
  CHECK_EQUAL(bytes, 4);
  MPI_Type_create_f90_real(15, 300, &type);
  MPI_Type_size(type, &bytes);
  CHECK_EQUAL(bytes, 8);
  MPI_Type_create_f90_complex(15, 300, &type);
  MPI_Type_size(type, &bytes);
  CHECK_EQUAL(bytes, 16);
  MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 4, &type);
  MPI_Type_size(type, &bytes);
  CHECK_EQUAL(bytes, 4);
}

static void contents_and_names(void) {
  MPI_Datatype type, inner = MPI_DATATYPE_NULL;
  int integers = -1, addresses = -1, types = -1, combiner = -1, count = -1, length = 0;
  MPI_Aint unused = 0;
  char name[MPI_MAX_OBJECT_NAME];
  MPI_Type_contiguous(3, MPI_INT, &type);
  MPI_Type_set_name(type, "three");
  MPI_Type_get_name(type, name, &length);
  CHECK(strcmp(name, "three") == 0);
  MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  CHECK_EQUAL(combiner, MPI_COMBINER_CONTIGUOUS);
  MPI_Type_get_contents(type, 1, 0, 1, &count, &unused, &inner);
  CHECK_EQUAL(count, 3);
  CHECK(inner == MPI_INT);
  MPI_Type_free(&type);
}

static void packed(void) {
  char space[64];
  MPI_Aint bytes = 0, position = 0;
  int got = -1;
  MPI_Pack_external_size("external32", 1, MPI_INT, &bytes);
  CHECK_EQUAL(bytes, 4);
  MPI_Pack_external("external32", &rank, 1, MPI_INT, space, sizeof space, &position);
  CHECK_EQUAL(position, 4);
  position = 0;
  MPI_Unpack_external("external32", space, sizeof space, &position, &got, 1, MPI_INT);
  CHECK_EQUAL(got, rank);
}

static void statuses(void) {
  MPI_Status status;
  int value = rank, got = -1, count = -1;
  MPI_Count wide = -1;
  MPI_Sendrecv(&value, 1, MPI_INT, rank, 3, &got, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &status);
#ifndef CONFORMANCE_ABI
  MPI_Status back;
  MPI_Fint numbers[sizeof(MPI_Status) / sizeof(MPI_Fint)];
  MPI_Status_c2f(&status, numbers);
  MPI_Status_f2c(numbers, &back);
  CHECK_EQUAL(back.MPI_SOURCE, rank);
#endif
  MPI_Get_elements(&status, MPI_INT, &count);
  CHECK_EQUAL(count, 1);
  MPI_Get_elements_x(&status, MPI_INT, &wide);
  CHECK_EQUAL(wide, 1);
  MPI_Status_set_elements(&status, MPI_INT, 5);
  MPI_Status_set_elements_x(&status, MPI_INT, 6);
  MPI_Status_set_cancelled(&status, 0);
  MPI_Get_elements(&status, MPI_INT, &count);
  CHECK_EQUAL(count, 6);
}

static void error_codes(void) {
  char text[MPI_MAX_ERROR_STRING];
  int class = -1, code = -1, length = 0, found = -1, flag = 0, *last = NULL;
  MPI_Add_error_class(&class);
  MPI_Add_error_code(class, &code);
  MPI_Add_error_string(code, "what went wrong");
  MPI_Error_string(code, text, &length);
  CHECK(strcmp(text, "what went wrong") == 0);
  MPI_Error_class(code, &found);
  CHECK_EQUAL(found, class);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag); /* lives on the real world */
#ifdef OPEN_MPI                                                      /* MPICH 4.0 does not count them */
  CHECK(flag && *last >= code);
#endif
  (void)last;
}

static void numbers_of_handles(void) {
  MPI_Info info;
  MPI_Info_create(&info);
  CHECK(OF_NUMBER(Info, NUMBER_OF(Info, info)) == info);
  MPI_Info_free(&info);
  CHECK(OF_NUMBER(Op, NUMBER_OF(Op, MPI_SUM)) == MPI_SUM);
  CHECK(OF_NUMBER(Errhandler, NUMBER_OF(Errhandler, MPI_ERRORS_RETURN)) == MPI_ERRORS_RETURN);
  CHECK(OF_NUMBER(Comm, NUMBER_OF(Comm, MPI_COMM_SELF)) == MPI_COMM_SELF);
}

static void hints(void) {
  MPI_Info info, copy;
  int keys = -1, length = -1, flag = 0;
  char key[MPI_MAX_INFO_KEY], value[16];
  MPI_Info_create(&info);
  MPI_Info_set(info, "colour", "blue");
  MPI_Info_dup(info, &copy);
  MPI_Info_get_nkeys(copy, &keys);
  MPI_Info_get_nthkey(copy, 0, key);
  MPI_Info_get_valuelen(copy, "colour", &length, &flag);
  CHECK(keys == 1 && strcmp(key, "colour") == 0 && flag && length == 4);
  MPI_Info_get(copy, "colour", 15, value, &flag);
  CHECK(flag && strcmp(value, "blue") == 0);
#ifdef CONFORMANCE_MPI_4
  int room = 3; /* of the value with its end: what does not fit is cut off, and its length told */
  MPI_Info_get_string(copy, "colour", &room, value, &flag);
  CHECK(flag && strcmp(value, "bl") == 0);
  CHECK_EQUAL(room, 5);
#endif
  MPI_Info_delete(copy, "colour");
  MPI_Info_free(&copy);
  MPI_Info_free(&info);
}

#ifdef CONFORMANCE_MPI_4
static void hints_of_the_launcher(int argc, char** argv) {
  MPI_Info info;
  int keys = -1;
  CHECK_EQUAL(MPI_Info_create_env(argc, argv, &info), MPI_SUCCESS);
  CHECK_EQUAL(MPI_Info_get_nkeys(info, &keys), MPI_SUCCESS);
  CHECK(keys >= 0);
  MPI_Info_free(&info);
}
#endif

static void time_and_place(void) {
  char name[MPI_MAX_PROCESSOR_NAME], version[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0, major = 0, minor = 0, flag = 0;
  MPI_Get_processor_name(name, &length);
  CHECK_EQUAL(strlen(name), length);
  MPI_Get_library_version(version, &length);
  MPI_Get_version(&major, &minor);
  CHECK(major >= 3 && length > 0);
  CHECK(MPI_Wtick() > 0 && MPI_Wtime() >= 0);
  MPI_Is_thread_main(&flag);
  CHECK_EQUAL(flag, 1);
  int values[2] = {0, 0};
  MPI_Aint first = 0, second = 0;
  MPI_Get_address(&values[0], &first);
  MPI_Get_address(&values[1], &second);
  CHECK_EQUAL(MPI_Aint_diff(second, first), sizeof(int));
  CHECK_EQUAL(MPI_Aint_add(first, sizeof(int)), second);
}

int main(int argc, char** argv) {
#ifdef CONFORMANCE_MPI_4
  hints_of_the_launcher(argc, argv); /* allowed before MPI_Init */
#endif
  MPI_Init(&argc, &argv);
  rank = rank_in(MPI_COMM_WORLD);
  size = size_of(MPI_COMM_WORLD);
  groups();
  constructed();
  of_fortran();
  contents_and_names();
  packed();
  statuses();
  error_codes();
  numbers_of_handles();
  hints();
  time_and_place();
  return finish();
}
