# Other simulators as backends: those that are found, where they are asked for.

# orthant_peer(TARGET NAME HEADER h [FOLDER f] [DEFINE d...] LIBRARIES l...): the adapter
# backends/peers/NAME.cpp where header and libraries are there; `peer_definitions` says in any case.
function(orthant_peer target name)
  cmake_parse_arguments(PARSE_ARGV 2 peer "" "HEADER;FOLDER" "DEFINE;LIBRARIES")
  string(TOUPPER ${name} upper)
  set(have 0)
  if(ORTHANT_PEERS)
    set(have 1)
    set(ORTHANT_${upper} "" CACHE PATH "An installed ${name}, in place of what CMake finds")
    mark_as_advanced(ORTHANT_${upper})
    if(ORTHANT_${upper})
      unset(ORTHANT_${upper}_INCLUDE CACHE)
    endif()
    find_path(
      ORTHANT_${upper}_INCLUDE ${peer_HEADER}
      HINTS ${ORTHANT_${upper}}
      PATH_SUFFIXES include include/${peer_FOLDER} ${peer_FOLDER})
    mark_as_advanced(ORTHANT_${upper}_INCLUDE)
    set(found)
    foreach(library ${peer_LIBRARIES})
      string(MAKE_C_IDENTIFIER ORTHANT_${library}_LIBRARY variable)
      if(ORTHANT_${upper})
        unset(${variable} CACHE)
      endif()
      find_library(${variable} ${library} HINTS ${ORTHANT_${upper}} PATH_SUFFIXES lib)
      mark_as_advanced(${variable})
      list(APPEND found ${${variable}})
    endforeach()
    if(NOT ORTHANT_${upper}_INCLUDE OR "${found}" MATCHES "NOTFOUND")
      set(have 0)
    endif()
    message(STATUS "Simulator ${name}: ${have}")
  endif()
  if(have)
    set(source ${PROJECT_SOURCE_DIR}/backends/peers/${name}.cpp)
    target_sources(${target} PRIVATE ${source})
    target_link_libraries(${target} PRIVATE ${found})
    set(options -O1)
    # Headers of others are not held to our warnings.
    if(NOT ORTHANT_${upper}_INCLUDE IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
      list(APPEND options -isystem ${ORTHANT_${upper}_INCLUDE})
    endif()
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${options}")
    set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS "${peer_DEFINE}")
    set(have_peers 1 PARENT_SCOPE)
  endif()
  set(peer_definitions ${peer_definitions} ORTHANT_HAVE_${upper}=${have} PARENT_SCOPE)
endfunction()

# Jolt where ORTHANT_JOLT, or a path that CMake knows, has its own package. Its flags are those of its
# one source, whose Eigen aligns as that of all others.
function(orthant_jolt target)
  set(have 0)
  if(ORTHANT_PEERS)
    set(ORTHANT_JOLT "" CACHE PATH "An installed Jolt, which is none of Debian's packages")
    find_package(Jolt CONFIG QUIET HINTS ${ORTHANT_JOLT})
    if(TARGET Jolt::Jolt)
      set(have 1)
      add_library(orthant_jolt OBJECT ${PROJECT_SOURCE_DIR}/backends/peers/jolt.cpp)
      set_target_properties(orthant_jolt PROPERTIES POSITION_INDEPENDENT_CODE ON)
      target_compile_definitions(orthant_jolt PRIVATE EIGEN_MAX_ALIGN_BYTES=16)
      target_link_libraries(orthant_jolt PRIVATE Jolt::Jolt Orthant::integrators)
      target_sources(${target} PRIVATE $<TARGET_OBJECTS:orthant_jolt>)
      get_target_property(file Jolt::Jolt LOCATION)
      target_link_libraries(${target} PRIVATE ${file})
      set(have_peers 1 PARENT_SCOPE)
    endif()
    message(STATUS "Simulator jolt: ${have}")
  endif()
  set(peer_definitions ${peer_definitions} ORTHANT_HAVE_JOLT=${have} PARENT_SCOPE)
endfunction()

# A module, of C++17 as Siconos's headers are, that is loaded with its own Bullet: the libraries of
# the one in double precision have the same names. Its version is that of Siconos's libraries.
function(orthant_siconos target)
  set(have 0)
  if(ORTHANT_PEERS)
    find_path(ORTHANT_SICONOS_INCLUDE mechanics/MechanicsFwd.hpp PATH_SUFFIXES siconos)
    mark_as_advanced(ORTHANT_SICONOS_INCLUDE)
    set(found)
    foreach(part mechanics kernel numerics externals)
      find_library(ORTHANT_SICONOS_${part}_LIBRARY siconos_${part})
      mark_as_advanced(ORTHANT_SICONOS_${part}_LIBRARY)
      list(APPEND found ${ORTHANT_SICONOS_${part}_LIBRARY})
    endforeach()
    if(ORTHANT_SICONOS_INCLUDE AND NOT "${found}" MATCHES "NOTFOUND")
      set(have 1)
      set(folder ${PROJECT_SOURCE_DIR}/backends/peers)
      add_library(orthant_siconos MODULE ${folder}/siconos_world.cpp)
      target_compile_features(orthant_siconos PRIVATE cxx_std_17)
      target_compile_options(orthant_siconos PRIVATE -O1)
      target_include_directories(orthant_siconos PRIVATE ${ORTHANT_INCLUDE})
      foreach(part mechanics kernel numerics .)
        target_include_directories(orthant_siconos SYSTEM
                                   PRIVATE ${ORTHANT_SICONOS_INCLUDE}/${part})
      endforeach()
      target_link_libraries(orthant_siconos PRIVATE ${found})
      orthant_warnings(orthant_siconos)
      get_filename_component(file ${ORTHANT_SICONOS_kernel_LIBRARY} REALPATH)
      string(REGEX REPLACE ".*\\.so\\.?" "" version ${file})
      target_sources(${target} PRIVATE ${folder}/siconos.cpp)
      target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
      add_dependencies(${target} orthant_siconos)
      set_source_files_properties(
        ${folder}/siconos.cpp
        PROPERTIES
          COMPILE_DEFINITIONS
          "ORTHANT_SICONOS_VERSION=\"${version}\";ORTHANT_SICONOS_MODULE=\"$<TARGET_FILE:orthant_siconos>\""
      )
      set(have_peers 1 PARENT_SCOPE)
    endif()
    message(STATUS "Simulator siconos: ${have}")
  endif()
  set(peer_definitions ${peer_definitions} ORTHANT_HAVE_SICONOS=${have} PARENT_SCOPE)
endfunction()

# Definitions are those of the sources that need them: no other is compiled anew.
function(orthant_peers target)
  set(have_peers 0)
  set(peer_definitions)
  orthant_peer(
    ${target} bullet
    HEADER btBulletDynamicsCommon.h FOLDER bullet
    DEFINE BT_USE_DOUBLE_PRECISION
    LIBRARIES BulletDynamics-float64 BulletCollision-float64 LinearMath-float64)
  orthant_peer(
    ${target} dart
    HEADER dart/collision/ode/OdeCollisionDetector.hpp
    LIBRARIES dart dart-collision-ode)
  orthant_jolt(${target})
  orthant_peer(${target} mujoco HEADER mujoco/mujoco.h LIBRARIES mujoco)
  orthant_peer(${target} ode HEADER ode/ode.h LIBRARIES ode)
  orthant_siconos(${target})
  if(have_peers)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/backends/peers/instrument.cpp
                                     ${PROJECT_SOURCE_DIR}/backends/peers/peer_simulation.cpp)
  endif()
  set_source_files_properties(
    ${PROJECT_SOURCE_DIR}/backends/peers/peer_backend.cpp
    PROPERTIES COMPILE_DEFINITIONS "ORTHANT_HAVE_PEERS=${have_peers};${peer_definitions}")
endfunction()
