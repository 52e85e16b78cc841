# MuJoCo's library, whose compiler reads MJCF: Mujoco::Mujoco. ORTHANT_MUJOCO: an installed one, in
# place of what CMake finds.
set(ORTHANT_MUJOCO "" CACHE PATH "An installed mujoco, in place of what CMake finds")
mark_as_advanced(ORTHANT_MUJOCO)
find_path(Mujoco_INCLUDE_DIR mujoco/mujoco.h HINTS ${ORTHANT_MUJOCO} PATH_SUFFIXES include)
find_library(Mujoco_LIBRARY mujoco HINTS ${ORTHANT_MUJOCO} PATH_SUFFIXES lib)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Mujoco REQUIRED_VARS Mujoco_LIBRARY Mujoco_INCLUDE_DIR)
mark_as_advanced(Mujoco_LIBRARY Mujoco_INCLUDE_DIR)
if(Mujoco_FOUND AND NOT TARGET Mujoco::Mujoco)
  add_library(Mujoco::Mujoco INTERFACE IMPORTED)
  set_target_properties(
    Mujoco::Mujoco PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Mujoco_INCLUDE_DIR}"
                              INTERFACE_LINK_LIBRARIES "${Mujoco_LIBRARY}")
endif()
