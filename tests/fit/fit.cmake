# `orthant fit`.
orthant_test(fit orthant_program)
target_compile_definitions(test_fit PRIVATE ORTHANT_PROGRAM="$<TARGET_FILE:orthant>")
add_dependencies(test_fit orthant)
