# `orthant fit`.
orthant_test(fit SHARDS 2 test_sessions orthant_program)
target_compile_definitions(test_fit PRIVATE ORTHANT_PROGRAM="$<TARGET_FILE:orthant>")
add_dependencies(test_fit orthant)
