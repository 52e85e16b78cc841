# The targets of the project: libraries of folders, and how their sources are compiled.

# How all code of the project is compiled.
function(orthant_code target scope)
  target_compile_features(${target} ${scope} cxx_std_20)
  # The same bits from every compiler and thread count: no fused multiply-add behind our back.
  target_compile_options(${target} ${scope} -ffp-contract=off)
  if(CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper")
    target_compile_options(${target} ${scope} $<$<COMPILE_LANGUAGE:CXX>:-fmad=false>)
  endif()
endfunction()

# orthant_sources(OUT PATTERN...): the sources of this folder that match, by their paths in it.
function(orthant_sources out)
  file(GLOB found RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${ARGN})
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# orthant_optional(SOURCES FOUND WITH WITHOUT): leaves out the sources for builds without a library
# that is found, or those for builds with it.
function(orthant_optional of found with without)
  set(other ${with})
  if(found)
    set(other ${without})
  endif()
  list(FILTER ${of} EXCLUDE REGEX "${other}")
  set(${of} ${${of}} PARENT_SCOPE)
endfunction()

# orthant_layer(NAME SOURCES... DEPENDS...): the library of one folder.
function(orthant_layer name)
  cmake_parse_arguments(layer "" "" "SOURCES;DEPENDS" ${ARGN})
  set(target orthant_${name})
  if(layer_SOURCES)
    add_library(${target} STATIC ${layer_SOURCES})
    set(scope PUBLIC)
    orthant_warnings(${target})
    # Python's module is a shared object, made of the same.
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(Orthant::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  orthant_code(${target} ${scope})
  target_include_directories(
    ${target} ${scope} $<BUILD_INTERFACE:${ORTHANT_INCLUDE}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} ${scope} ${layer_DEPENDS})
  install(TARGETS ${target} EXPORT OrthantTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

# Warnings for the project's own code only; a user's program keeps its own.
function(orthant_warnings target)
  if(ORTHANT_WARNINGS_ARE_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 sees overlapping copies in  "text" + std::string  (its bug 105651).
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow)
  if(CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper")
    # What only the host can call, called in a kernel: it would go wrong there, not here.
    target_compile_options(${target} PRIVATE
                                             $<$<COMPILE_LANGUAGE:CXX>:-Werror=cross-execution-space-call>)
  else()
    target_compile_options(${target} PRIVATE -Wpedantic)
  endif()
endfunction()

# GCC looks for memory to free when its heap has doubled; below half a gigabyte that is time lost.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=500000>)
endif()

# Sources that are long to compile and short to run; what they measure is compiled elsewhere. With
# precompiled headers these have to be compiled in the same way: GCC mixes the options of both.
function(orthant_compile_quickly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# The headers of libraries that most of these sources read: compiled once.
add_library(orthant_quick OBJECT ${PROJECT_BINARY_DIR}/quick.cpp)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/quick.cpp CONTENT "// Has the headers of others.\n")
orthant_code(orthant_quick PRIVATE)
orthant_warnings(orthant_quick)
orthant_compile_quickly(orthant_quick)
set_target_properties(orthant_quick PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_link_libraries(orthant_quick PRIVATE Kokkos::kokkos nlohmann_json::nlohmann_json Eigen3::Eigen
                                            spdlog::spdlog)
if(NOT CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper")
  target_precompile_headers(
    orthant_quick PRIVATE <nlohmann/json.hpp> <Kokkos_Core.hpp> <spdlog/spdlog.h>
                          <Eigen/SparseCore> <filesystem>)
endif()
function(orthant_quick_headers target)
  orthant_compile_quickly(${target})
  if(NOT CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper")
    target_precompile_headers(${target} REUSE_FROM orthant_quick)
    target_compile_options(${target} PRIVATE ${CMAKE_CXX_COMPILE_OPTIONS_PIC})
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:spdlog::spdlog>)  # its definitions
  endif()
endfunction()

# orthant_compile_together(TARGET [MOST n]): up to n sources of a folder, by default eight, as one:
# headers are read once, and templates instantiated once. What a folder's files name in their
# anonymous namespaces has to differ therefore. Call it when the target has all of its sources.
option(ORTHANT_COMPILE_TOGETHER "Compile several sources of a folder as one: less work in all" ON)
function(orthant_compile_together target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MOST" "")
  if(NOT arg_MOST)
    set(arg_MOST 8)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${ORTHANT_COMPILE_TOGETHER}
                                             UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set(folders)
  foreach(source ${sources})
    get_filename_component(path ${source} ABSOLUTE)
    file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${path})
    get_filename_component(folder ${path} DIRECTORY)
    string(MAKE_C_IDENTIFIER ${folder} folder)
    list(APPEND folders ${folder})
    list(APPEND in_${folder} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder ${folders})
    list(LENGTH in_${folder} count)
    math(EXPR parts "(${count} + ${arg_MOST} - 1) / ${arg_MOST}")
    set(index 0)
    foreach(source ${in_${folder}})
      math(EXPR part "${index} * ${parts} / ${count}")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${part})
      math(EXPR index "${index} + 1")
    endforeach()
  endforeach()
endfunction()

# orthant_common_headers(TARGET <HEADER>...): headers of libraries that most sources of a target
# include, read once.
function(orthant_common_headers target)
  if(NOT CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper")
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# The headers that were read for orthant_core_steps, of code that steps run, where most sources
# include Eigen too. GCC takes them for code of one kind, that of libraries.
function(orthant_headers_of_steps target)
  if(NOT CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper")
    target_precompile_headers(${target} REUSE_FROM orthant_core_steps)
    target_compile_options(${target} PRIVATE ${CMAKE_CXX_COMPILE_OPTIONS_PIC})
  endif()
endfunction()

install(
  EXPORT OrthantTargets
  NAMESPACE Orthant::
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Orthant)
include(CMakePackageConfigHelpers)
configure_file(${PROJECT_SOURCE_DIR}/.cmake/OrthantConfig.cmake.in OrthantConfig.cmake @ONLY)
write_basic_package_version_file(OrthantConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/OrthantConfig.cmake ${PROJECT_BINARY_DIR}/OrthantConfigVersion.cmake
        ${PROJECT_SOURCE_DIR}/.cmake/OrthantDependencies.cmake
        ${PROJECT_SOURCE_DIR}/.cmake/suitesparse.cmake
        ${PROJECT_SOURCE_DIR}/.cmake/FindCHOLMOD.cmake
        ${PROJECT_SOURCE_DIR}/.cmake/FindKLU.cmake
        ${PROJECT_SOURCE_DIR}/.cmake/FindUMFPACK.cmake
        ${PROJECT_SOURCE_DIR}/.cmake/FindSPQR.cmake
        ${PROJECT_SOURCE_DIR}/.cmake/FindHDF5C.cmake
        ${PROJECT_SOURCE_DIR}/.cmake/FindUrdfdom.cmake
        ${PROJECT_SOURCE_DIR}/.cmake/FindMujoco.cmake
        ${PROJECT_SOURCE_DIR}/.cmake/FindSdformat.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Orthant)
