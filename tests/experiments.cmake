# Every shipped experiment runs and meets what it expects; one without its data is skipped.
file(GLOB scenes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/experiments/*/scene.json)
foreach(scene ${scenes})
  cmake_path(GET scene PARENT_PATH folder)
  cmake_path(GET folder FILENAME name)
  add_test(
    NAME experiment.${name}
    COMMAND orthant run ${scene} --quiet --output ${PROJECT_BINARY_DIR}/results/${name}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(
    experiment.${name} PROPERTIES TIMEOUT 300 SKIP_REGULAR_EXPRESSION
                                  "no folder .*, allowed: a folder in .ORTHANT_DATA")
endforeach()
