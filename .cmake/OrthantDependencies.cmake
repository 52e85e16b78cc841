# The libraries that Orthant's own targets link; an installed Orthant looks for the same ones.
include(CMakeFindDependencyMacro)

# Any Kokkos from 3.4 on: the distribution's by default, a user's own by Kokkos_ROOT, or one that is
# built with Orthant.
if(NOT TARGET Kokkos::kokkos)
  find_dependency(Kokkos)
endif()
if(TARGET trilinos_kokkoscore)
  # Debian's package states its include directory relative to a folder that is not there.
  get_filename_component(_kokkos_include "${Kokkos_INCLUDE_DIRS}" ABSOLUTE)
  set_target_properties(Kokkos::kokkos PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
                                                  "${_kokkos_include}")
endif()
find_dependency(nlohmann_json)
find_dependency(spdlog)
find_dependency(Eigen3)
if(ORTHANT_CHOLMOD)
  find_package(CHOLMOD)
  find_package(KLU)
  find_package(UMFPACK)
  find_package(SPQR)
endif()
find_package(LAPACK)
# Of the program alone.
find_package(Ceres QUIET)
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(HTTPLIB QUIET IMPORTED_TARGET GLOBAL cpp-httplib)
endif()
if(ORTHANT_HDF5)
  find_package(HDF5C)
endif()
if(ORTHANT_URDF)
  find_package(Urdfdom)
endif()
if(ORTHANT_MJCF)
  find_package(Mujoco)
endif()
if(ORTHANT_SDF)
  find_package(Sdformat)
endif()
if(ORTHANT_MESHES)
  find_package(Qhull CONFIG QUIET)   # hulls
  find_package(assimp CONFIG QUIET)  # meshes of files
endif()
