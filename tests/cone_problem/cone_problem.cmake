# Stored contact problems, and `orthant solve`.
orthant_test(cone_problem orthant_program)
target_compile_definitions(
  test_cone_problem PRIVATE ORTHANT_PROGRAM="$<TARGET_FILE:orthant>"
                            ORTHANT_HDF5=$<BOOL:${HDF5C_FOUND}>)
add_dependencies(test_cone_problem orthant)
if(HDF5C_FOUND)
  target_sources(test_cone_problem PRIVATE cone_problem/hdf5/fclib.cpp cone_problem/hdf5/files.cpp)
  target_link_libraries(test_cone_problem PRIVATE HDF5C::HDF5C)
endif()
