include(${CMAKE_CURRENT_LIST_DIR}/suitesparse.cmake)
orthant_suitesparse(KLU klu.h klu)
