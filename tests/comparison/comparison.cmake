# Sweeps, and `orthant compare`.
orthant_test(comparison SHARDS 4 test_sessions orthant_program)
target_compile_definitions(test_comparison PRIVATE ORTHANT_PROGRAM="$<TARGET_FILE:orthant>")
add_dependencies(test_comparison orthant)
if(HDF5C_FOUND)
  target_sources(test_comparison PRIVATE comparison/hdf5/read_back.cpp)
endif()
