# A Kokkos that is built with Orthant, where ORTHANT_KOKKOS asks for one: with OpenMP, or with CUDA
# (Kokkos_ENABLE_CUDA), and with what other options of Kokkos say. Included before there is a
# compiler: that of CUDA, nvcc_wrapper, is a part of Kokkos.
set(ORTHANT_KOKKOS "" CACHE STRING
    "Kokkos to build: fetch, or a source tree, an archive of one, or a folder with an archive; empty: one that is found")
set(ORTHANT_GPU "$ENV{ORTHANT_GPU}" CACHE STRING
    "GPU to compile for, as Kokkos calls it: HOPPER90, AMPERE80, ...; empty: that of this machine")
if(ORTHANT_KOKKOS STREQUAL "")
  enable_language(CXX)
  return()
endif()

include(FetchContent)
set(tree)
if(ORTHANT_KOKKOS STREQUAL "fetch")
  # Version 4.6.01.
  set(source GIT_REPOSITORY https://github.com/kokkos/kokkos.git
             GIT_TAG 1b1383c6001f3bfe9fe309ca923c2d786600cc79)
else()
  get_filename_component(path "${ORTHANT_KOKKOS}" ABSOLUTE BASE_DIR "${PROJECT_SOURCE_DIR}")
  file(GLOB archives "${path}/kokkos-*.tar.*")
  if(EXISTS "${path}/CMakeLists.txt")
    set(tree "${path}")
    set(source SOURCE_DIR "${path}")
  elseif(archives)
    list(SORT archives COMPARE NATURAL ORDER DESCENDING)
    list(GET archives 0 newest)
    set(source URL "${newest}")
  elseif(EXISTS "${path}" AND NOT IS_DIRECTORY "${path}")
    set(source URL "${path}")
  else()
    message(FATAL_ERROR "ORTHANT_KOKKOS: found \"${ORTHANT_KOKKOS}\", allowed: fetch, or the path of "
                        "a source tree of Kokkos, of an archive of one, or of a folder that has a "
                        "kokkos-*.tar.*")
  endif()
endif()
if(Kokkos_ENABLE_CUDA)
  include(OrthantCuda)
endif()
set(Kokkos_ENABLE_SERIAL ON CACHE BOOL "The serial space")
if(NOT Kokkos_ENABLE_CUDA)
  set(Kokkos_ENABLE_OPENMP ON CACHE BOOL "Threads")
endif()
if(POLICY CMP0169)
  cmake_policy(SET CMP0169 OLD)  # Its compiler has to be there before its CMakeLists.txt is read.
endif()
FetchContent_Declare(kokkos ${source} DOWNLOAD_EXTRACT_TIMESTAMP TRUE)
FetchContent_Populate(kokkos)
if(Kokkos_ENABLE_CUDA)
  orthant_compiler_for_cuda("${kokkos_SOURCE_DIR}" "${tree}")
endif()
enable_language(CXX)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)  # for Python's module
add_subdirectory("${kokkos_SOURCE_DIR}" "${kokkos_BINARY_DIR}")
unset(CMAKE_CXX_STANDARD)
unset(CMAKE_POSITION_INDEPENDENT_CODE)
# Its headers have warnings of their own. CMake 3.25 takes SYSTEM for a second URL.
foreach(target kokkoscore kokkoscontainers kokkosalgorithms kokkossimd)
  if(TARGET ${target})
    set_target_properties(${target} PROPERTIES SYSTEM ON)
  endif()
endforeach()
