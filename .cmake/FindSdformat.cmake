# sdformat 12, with the libraries of its headers: Sdformat::Sdformat.
find_path(Sdformat_INCLUDE_DIR sdf/sdf.hh PATH_SUFFIXES sdformat-12.3 sdformat-12.0)
find_path(Sdformat_MATH_INCLUDE_DIR ignition/math/Pose3.hh PATH_SUFFIXES ignition/math6)
find_path(Sdformat_UTILS_INCLUDE_DIR ignition/utils/ImplPtr.hh PATH_SUFFIXES ignition/utils1)
find_library(Sdformat_LIBRARY sdformat12)
find_library(Sdformat_MATH_LIBRARY ignition-math6)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  Sdformat REQUIRED_VARS Sdformat_LIBRARY Sdformat_MATH_LIBRARY Sdformat_INCLUDE_DIR
                         Sdformat_MATH_INCLUDE_DIR Sdformat_UTILS_INCLUDE_DIR)
mark_as_advanced(Sdformat_LIBRARY Sdformat_MATH_LIBRARY Sdformat_INCLUDE_DIR
                 Sdformat_MATH_INCLUDE_DIR Sdformat_UTILS_INCLUDE_DIR)
if(Sdformat_FOUND AND NOT TARGET Sdformat::Sdformat)
  add_library(Sdformat::Sdformat INTERFACE IMPORTED)
  set_target_properties(
    Sdformat::Sdformat
    PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES
      "${Sdformat_INCLUDE_DIR};${Sdformat_MATH_INCLUDE_DIR};${Sdformat_UTILS_INCLUDE_DIR}"
      INTERFACE_LINK_LIBRARIES "${Sdformat_LIBRARY};${Sdformat_MATH_LIBRARY}")
endif()
