# What a Kokkos with CUDA takes that is built with Orthant: nvcc, a GPU to compile for, and Kokkos's
# own nvcc_wrapper as the compiler.
find_program(ORTHANT_NVCC nvcc NO_CACHE)
if(NOT ORTHANT_NVCC)
  message(FATAL_ERROR "CUDA: found no nvcc in PATH, which NVIDIA's CUDA toolkit brings in its bin folder")
endif()
execute_process(COMMAND "${ORTHANT_NVCC}" --version OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT said MATCHES "release ([0-9]+)\\.([0-9]+)")
  message(FATAL_ERROR "CUDA: ${ORTHANT_NVCC} --version names no release:\n${said}")
endif()
set(cuda_major ${CMAKE_MATCH_1})
message(STATUS "CUDA: ${ORTHANT_NVCC} of release ${cuda_major}.${CMAKE_MATCH_2}")

# The GPU. Kokkos asks that of this machine where none is named.
if(ORTHANT_GPU)
  set(Kokkos_ARCH_${ORTHANT_GPU} ON CACHE BOOL "")
endif()
set(named FALSE)
get_cmake_property(variables CACHE_VARIABLES)
foreach(variable ${variables})
  if(variable MATCHES "^Kokkos_ARCH_" AND ${variable})
    set(named TRUE)
  endif()
endforeach()
if(NOT named AND NOT EXISTS /dev/nvidia0)
  message(FATAL_ERROR "CUDA: this machine has no GPU to compile for: name one as Kokkos calls it, such as "
                      "ORTHANT_GPU=HOPPER90 for H100, ADA89 for RTX 40, AMPERE80 for A100")
endif()

# Kokkos 4.6.01 is older than CUDA 13: its copy is brought up to it.
list(APPEND source PATCH_COMMAND ${CMAKE_COMMAND} -P
            ${CMAKE_CURRENT_LIST_DIR}/kokkos_4_6_for_cuda_13.cmake)

# `tree`: the source where it is a user's own, which is not touched.
function(orthant_compiler_for_cuda kokkos tree)
  set(header "${kokkos}/core/src/Cuda/Kokkos_Cuda_Instance.hpp")
  if(tree AND cuda_major GREATER_EQUAL 13 AND EXISTS "${header}")
    file(READ "${header}" text)
    if(text MATCHES "cudaMemAdvise\\(devPtr, count, advice, device\\)")
      message(FATAL_ERROR "ORTHANT_KOKKOS: found a source tree of Kokkos before 4.7.01, which does not know CUDA "
                          "${cuda_major}; allowed: 4.7.01 or later, or an archive of 4.6.01, whose copy is changed")
    endif()
  endif()
  set(CMAKE_CXX_COMPILER "${kokkos}/bin/nvcc_wrapper" CACHE FILEPATH "")
endfunction()
