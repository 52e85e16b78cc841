# Comparisons on a real scheduler, where there is one. Each test starts a cluster of its own.
orthant_test(cluster orthant_program)
target_sources(test_cluster PRIVATE comparison/background.cpp)
target_compile_definitions(test_cluster PRIVATE ORTHANT_PROGRAM="$<TARGET_FILE:orthant>")
add_dependencies(test_cluster orthant)
