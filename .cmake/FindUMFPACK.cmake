# UMFPACK of SuiteSparse 5, which ships no CMake files of its own: target UMFPACK::UMFPACK.
find_path(UMFPACK_INCLUDE_DIR umfpack.h PATH_SUFFIXES suitesparse)
find_library(UMFPACK_LIBRARY umfpack)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(UMFPACK REQUIRED_VARS UMFPACK_LIBRARY UMFPACK_INCLUDE_DIR)
mark_as_advanced(UMFPACK_INCLUDE_DIR UMFPACK_LIBRARY)
if(UMFPACK_FOUND AND NOT TARGET UMFPACK::UMFPACK)
  add_library(UMFPACK::UMFPACK INTERFACE IMPORTED)
  set_target_properties(
    UMFPACK::UMFPACK PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${UMFPACK_INCLUDE_DIR}"
                                INTERFACE_LINK_LIBRARIES "${UMFPACK_LIBRARY}")
endif()
