# Every shipped experiment runs and meets what it expects: by the tests of pages where one has a
# quick command for it, or else here. One without its data is skipped.
set(run_by_pages)
if(ORTHANT_PYTHON_OF_PACKAGE)
  execute_process(
    COMMAND ${ORTHANT_PYTHON_OF_PACKAGE} ${PROJECT_SOURCE_DIR}/docs/execute.py --runs
    OUTPUT_VARIABLE run_by_pages OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
endif()
file(GLOB scenes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/experiments/*/scene.json)
foreach(scene ${scenes})
  cmake_path(GET scene PARENT_PATH folder)
  cmake_path(GET folder FILENAME name)
  if(name IN_LIST run_by_pages)
    continue()
  endif()
  add_test(
    NAME experiment.${name}
    COMMAND orthant run ${scene} --quiet --output ${PROJECT_BINARY_DIR}/results/${name}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(
    experiment.${name} PROPERTIES TIMEOUT 300 SKIP_REGULAR_EXPRESSION
                                  "no folder .*, allowed: a folder in .ORTHANT_DATA")
endforeach()

# Campaigns on stored problems: that they are read, one problem of each.
file(GLOB campaigns CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/experiments/public_problems/*.json)
foreach(campaign ${campaigns})
  cmake_path(GET campaign STEM name)
  set(problem contact_problems/FrictionContact3D_1c.dat)
  if(name STREQUAL "plane")
    set(problem contact_problems/plane/FrictionContactProblem00031.dat)
  elseif(name STREQUAL "lcp")
    set(problem contact_problems/lcp/lcp_mmc.dat)
  endif()
  set(directory ${PROJECT_BINARY_DIR}/results/public_problems_${name})
  file(REMOVE_RECURSE ${directory})
  add_test(
    NAME experiment.public_problems_${name}
    COMMAND orthant run ${campaign} --quiet --set problems.files=${problem} --set expect={"problems_solved":{"min":1}} --output ${directory}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(experiment.public_problems_${name} PROPERTIES TIMEOUT 100 SKIP_REGULAR_EXPRESSION "which means no file")
endforeach()
