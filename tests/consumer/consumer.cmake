# Installs Orthant into a prefix of its own; builds and runs a user's program on it.
set(prefix ${CMAKE_CURRENT_BINARY_DIR}/consumer/prefix)
set(build ${CMAKE_CURRENT_BINARY_DIR}/consumer/build)
set(begun ${CMAKE_CURRENT_BINARY_DIR}/consumer/new)
set(kinds ncp friction scaling linear_solver preconditioner cone_solver integrator joint coordinate)
list(TRANSFORM kinds PREPEND ${begun}/my_ OUTPUT_VARIABLE begun_folders)

# A Kokkos that was built with Orthant is installed with it.
set(kokkos)
if(Kokkos_DIR)
  set(kokkos -DKokkos_DIR=${Kokkos_DIR})
endif()

add_test(NAME consumer.clean COMMAND ${CMAKE_COMMAND} -E rm -rf ${prefix} ${build} ${begun}/build
                                     ${begun_folders})
add_test(NAME consumer.install COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix
                                       ${prefix})
add_test(NAME consumer.installed_program COMMAND ${prefix}/${CMAKE_INSTALL_BINDIR}/orthant list)
add_test(
  NAME consumer.configure
  COMMAND
    ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR}/docs/example -B ${build} -G ${CMAKE_GENERATOR}
    -DCMAKE_PREFIX_PATH=${prefix} ${kokkos}
    -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
    -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
    # Not optimised: what is tested is that it compiles and is right.
    -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} "-DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}"
    "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG" "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O0 -DNDEBUG"
    -DCMAKE_CXX_FLAGS_DEBUG=-O0)
add_test(NAME consumer.build COMMAND ${CMAKE_COMMAND} --build ${build})
set(example ${PROJECT_SOURCE_DIR}/docs/example/wrecking_ball.json)
add_test(NAME consumer.conformance COMMAND ${build}/example_test --gtest_brief=1)
add_test(NAME consumer.run COMMAND ${build}/example run ${example} --set solver.ncp=halfway --set
                                   integrator=shake --output ${build}/run)
add_test(NAME consumer.compare COMMAND ${build}/example compare ${example} --output ${build}/compare)
add_test(NAME consumer.spring COMMAND ${build}/example run
                                      ${PROJECT_SOURCE_DIR}/docs/example/half_square_slider.json --output
                                      ${build}/spring)
add_test(NAME consumer.report COMMAND ${build}/example report ${build}/compare)


# What `orthant new` writes compiles, and its experiments meet what they expect, as a scene and on
# stored problems.
set(lists "cmake_minimum_required(VERSION 3.25)\nproject(New LANGUAGES CXX)\nenable_testing()\n")
foreach(kind ${kinds})
  add_test(NAME consumer.new_${kind} COMMAND ${prefix}/${CMAKE_INSTALL_BINDIR}/orthant new ${kind}
                                             my_${kind} -o ${begun}/my_${kind})
  set_tests_properties(consumer.new_${kind} PROPERTIES FIXTURES_SETUP consumer_new FIXTURES_REQUIRED
                                                                     consumer_prefix)
  string(APPEND lists "add_subdirectory(my_${kind})\n")
endforeach()
file(WRITE ${begun}/CMakeLists.txt ${lists})
add_test(
  NAME consumer.new_run
  COMMAND
    ${CMAKE_CTEST_COMMAND} --build-and-test ${begun} ${begun}/build --build-generator
    ${CMAKE_GENERATOR} --build-options -DCMAKE_PREFIX_PATH=${prefix} ${kokkos}
    -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}
    -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
    "-DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}" "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG"
    --test-command ${CMAKE_CTEST_COMMAND} --output-on-failure)
set_tests_properties(consumer.new_run PROPERTIES FIXTURES_REQUIRED consumer_new)

set_tests_properties(consumer.clean PROPERTIES FIXTURES_SETUP consumer_place)
set_tests_properties(consumer.install PROPERTIES FIXTURES_SETUP consumer_prefix FIXTURES_REQUIRED
                                                                             consumer_place)
set_tests_properties(consumer.installed_program PROPERTIES FIXTURES_REQUIRED consumer_prefix)
set_tests_properties(
  consumer.configure PROPERTIES FIXTURES_SETUP consumer_tree FIXTURES_REQUIRED consumer_prefix)
set_tests_properties(consumer.build PROPERTIES FIXTURES_SETUP consumer_program FIXTURES_REQUIRED
                                                                            consumer_tree)
set_tests_properties(consumer.run PROPERTIES FIXTURES_REQUIRED consumer_program)
set_tests_properties(consumer.conformance PROPERTIES FIXTURES_REQUIRED consumer_program)
set_tests_properties(consumer.spring PROPERTIES FIXTURES_REQUIRED consumer_program)
set_tests_properties(consumer.compare PROPERTIES FIXTURES_REQUIRED consumer_program FIXTURES_SETUP
                                                                                consumer_compared)
set_tests_properties(consumer.report PROPERTIES FIXTURES_REQUIRED consumer_compared)
if(NOT ORTHANT_HAVE_PAGES)
  set_tests_properties(consumer.report PROPERTIES DISABLED TRUE)
endif()

# What README.md and docs show: their C++ is that of the program above or of the project, and the
# first experiment keeps its promise.
add_test(NAME readme.code COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -P
                                  ${CMAKE_CURRENT_SOURCE_DIR}/consumer/quotes.cmake)
add_test(
  NAME readme.experiment
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DPROGRAM=$<TARGET_FILE:orthant>
          -DFOLDER=${CMAKE_CURRENT_BINARY_DIR}/readme -P
          ${CMAKE_CURRENT_SOURCE_DIR}/consumer/experiment.cmake)
