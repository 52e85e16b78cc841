include(${CMAKE_CURRENT_LIST_DIR}/suitesparse.cmake)
orthant_suitesparse(UMFPACK umfpack.h umfpack)
