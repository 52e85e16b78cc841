# SPQR of SuiteSparse 5, which ships no CMake files of its own: target SPQR::SPQR.
find_path(SPQR_INCLUDE_DIR SuiteSparseQR.hpp PATH_SUFFIXES suitesparse)
find_library(SPQR_LIBRARY spqr)
find_library(SPQR_CHOLMOD_LIBRARY cholmod)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SPQR REQUIRED_VARS SPQR_LIBRARY SPQR_CHOLMOD_LIBRARY
                                                      SPQR_INCLUDE_DIR)
mark_as_advanced(SPQR_INCLUDE_DIR SPQR_LIBRARY SPQR_CHOLMOD_LIBRARY)
if(SPQR_FOUND AND NOT TARGET SPQR::SPQR)
  add_library(SPQR::SPQR INTERFACE IMPORTED)
  set_target_properties(
    SPQR::SPQR PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${SPQR_INCLUDE_DIR}"
                                INTERFACE_LINK_LIBRARIES "${SPQR_LIBRARY};${SPQR_CHOLMOD_LIBRARY}")
endif()
