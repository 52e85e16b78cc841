# Run in a copy of Kokkos's source: three calls that have other arguments since CUDA 13, which
# Orthant does not make, and the GPU of nvcc_wrapper's first trial, which CUDA 13 no longer knows. A
# later Kokkos has none of these lines, and stays as it is.
set(header core/src/Cuda/Kokkos_Cuda_Instance.hpp)
set(wrapper bin/nvcc_wrapper)
if(NOT EXISTS ${header} OR NOT EXISTS ${wrapper})
  return()
endif()

file(READ ${header} text)
if(NOT text MATCHES "cudaMemLocation")
  set(at_device "cudaMemLocation at{};
    at.type = device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    at.id = device < 0 ? 0 : device;")
  macro(since_cuda_13 new old)
    string(REPLACE "${old}" "\n#if CUDART_VERSION >= 13000\n    ${new}\n#else\n    ${old}\n#endif" text "${text}")
  endmacro()
  since_cuda_13("return cudaGraphAddDependencies(graph, from, to, nullptr, numDependencies);"
                "return cudaGraphAddDependencies(graph, from, to, numDependencies);")
  since_cuda_13("${at_device}
    return cudaMemAdvise(devPtr, count, advice, at);"
                "return cudaMemAdvise(devPtr, count, advice, device);")
  string(REPLACE "device" "dstDevice" at_device "${at_device}")
  since_cuda_13("${at_device}
    return cudaMemPrefetchAsync(devPtr, count, at, 0, get_input_stream(stream));"
                "return cudaMemPrefetchAsync(devPtr, count, dstDevice,
                                get_input_stream(stream));")
  file(WRITE ${header} "${text}")
endif()

file(READ ${wrapper} text)
string(REPLACE "default_arch=\"sm_70\"" "default_arch=\"sm_75\"" changed "${text}")
if(NOT changed STREQUAL text)
  file(WRITE ${wrapper} "${changed}")
endif()
