# The one include path, orthant/...: in the tree by links, where it is installed by copies.
#
# public_headers.txt lists what programs include. A line that ends with "/" is a folder of plug-ins of
# one kind: they are installed, to be taken as types and read as examples. What templates of these
# headers need is in detail/ of its folder, and is installed too. All other headers are the project's
# own. tests/rules/public_headers.cpp checks it.
include(GNUInstallDirs)
set(ORTHANT_INCLUDE ${PROJECT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${ORTHANT_INCLUDE}/orthant)
foreach(folder core constraints solvers integrators backends tests)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${ORTHANT_INCLUDE}/orthant/${folder} SYMBOLIC)
endforeach()
set(program ${PROJECT_SOURCE_DIR}/experiments/app/cli/program.hpp)
file(CREATE_LINK ${program} ${ORTHANT_INCLUDE}/orthant/program.hpp SYMBOLIC)
install(FILES ${program} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/orthant)

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/public_headers.txt)
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/public_headers.txt ORTHANT_PUBLIC_HEADERS)
set(installed REGEX "/detail/[^/]+\\.hpp$")
foreach(header ${ORTHANT_PUBLIC_HEADERS})
  string(REPLACE "." "\\." header "${header}")
  string(REGEX REPLACE "/$" "/[^/]+\\\\.hpp" header "${header}")
  list(APPEND installed REGEX "/${header}$")
endforeach()
foreach(folder core constraints solvers integrators backends)
  install(
    DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/orthant
    FILES_MATCHING ${installed})
endforeach()

# The tests that plug-ins of a program's own pass too, and what they include.
set(tests ${PROJECT_SOURCE_DIR}/tests)
set(place ${CMAKE_INSTALL_INCLUDEDIR}/orthant)
install(
  DIRECTORY ${tests}/conformance
  DESTINATION ${place}/tests
  FILES_MATCHING
  PATTERN "*.hpp")
install(FILES ${tests}/built_rows.hpp ${tests}/dual.hpp ${tests}/same_bits.hpp DESTINATION ${place}/tests)
install(FILES ${tests}/collision/axes.hpp ${tests}/collision/dice.hpp ${tests}/collision/placed.hpp
        DESTINATION ${place}/tests/collision)
install(FILES ${tests}/integrators/simulations.hpp ${tests}/integrators/swinging.hpp
        DESTINATION ${place}/tests/integrators)
