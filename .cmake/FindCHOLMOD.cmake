include(${CMAKE_CURRENT_LIST_DIR}/suitesparse.cmake)
orthant_suitesparse(CHOLMOD cholmod.h cholmod amd)
