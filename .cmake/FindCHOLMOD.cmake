# CHOLMOD of SuiteSparse 5, which ships no CMake files of its own: target CHOLMOD::CHOLMOD.
find_path(CHOLMOD_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse)
find_library(CHOLMOD_LIBRARY cholmod)
find_library(AMD_LIBRARY amd)
find_library(CAMD_LIBRARY camd)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CHOLMOD REQUIRED_VARS CHOLMOD_LIBRARY AMD_LIBRARY
                                                        CAMD_LIBRARY CHOLMOD_INCLUDE_DIR)
mark_as_advanced(CHOLMOD_INCLUDE_DIR CHOLMOD_LIBRARY AMD_LIBRARY CAMD_LIBRARY)
if(CHOLMOD_FOUND AND NOT TARGET CHOLMOD::CHOLMOD)
  add_library(CHOLMOD::CHOLMOD INTERFACE IMPORTED)
  set_target_properties(
    CHOLMOD::CHOLMOD PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${CHOLMOD_INCLUDE_DIR}"
                                INTERFACE_LINK_LIBRARIES "${CHOLMOD_LIBRARY};${AMD_LIBRARY};${CAMD_LIBRARY}")
endif()
