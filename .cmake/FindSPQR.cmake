include(${CMAKE_CURRENT_LIST_DIR}/suitesparse.cmake)
orthant_suitesparse(SPQR SuiteSparseQR.hpp spqr cholmod)
