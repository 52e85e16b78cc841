# orthant_layer(NAME SOURCES... DEPENDS...): the library of one folder, installed with its headers.
include(GNUInstallDirs)

function(orthant_layer name)
  cmake_parse_arguments(layer "" "" "SOURCES;DEPENDS" ${ARGN})
  set(target orthant_${name})
  if(layer_SOURCES)
    add_library(${target} STATIC ${layer_SOURCES})
    set(scope PUBLIC)
    orthant_warnings(${target})
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(Orthant::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} ${scope} cxx_std_20)
  # The same bits from every compiler and thread count: no fused multiply-add behind our back.
  target_compile_options(${target} ${scope} -ffp-contract=off)
  target_include_directories(
    ${target} ${scope} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/orthant>)
  target_link_libraries(${target} ${scope} ${layer_DEPENDS})
  install(TARGETS ${target} EXPORT OrthantTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(
    DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/orthant
    FILES_MATCHING
    PATTERN "*.hpp")
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
  if(NOT CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper")
    target_compile_options(${target} PRIVATE -Wpedantic)
  endif()
endfunction()

# Sources that are long to compile and short to run; what they measure is compiled elsewhere.
function(orthant_compile_quickly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# Several of them as one source: headers are read once, and templates instantiated once.
option(ORTHANT_TESTS_TOGETHER "Compile tests of a folder together, eight as one source: less work in all" ON)
function(orthant_compile_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${ORTHANT_TESTS_TOGETHER}
                                             UNITY_BUILD_BATCH_SIZE 8)
endfunction()

# Headers of libraries that most sources of a target include: read once.
function(orthant_common_headers target)
  if(NOT CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper")
    target_precompile_headers(${target} PRIVATE ${ARGN})
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
        ${PROJECT_SOURCE_DIR}/.cmake/FindCHOLMOD.cmake
        ${PROJECT_SOURCE_DIR}/.cmake/FindKLU.cmake
        ${PROJECT_SOURCE_DIR}/.cmake/FindUMFPACK.cmake
        ${PROJECT_SOURCE_DIR}/.cmake/FindSPQR.cmake
        ${PROJECT_SOURCE_DIR}/.cmake/FindHDF5C.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Orthant)
