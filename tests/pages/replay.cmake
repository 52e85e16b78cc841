# Tests of the replay: its reader, its server where there is one, and its page and that of a view in
# a browser.
orthant_test(replay SHARDS 2 test_sessions orthant_program)
target_compile_definitions(test_replay PRIVATE ORTHANT_PROGRAM="$<TARGET_FILE:orthant>")
add_dependencies(test_replay orthant)
if(TARGET PkgConfig::HTTPLIB)
  target_sources(test_replay PRIVATE replay/server/serve.cpp)
  target_link_libraries(test_replay PRIVATE PkgConfig::HTTPLIB)
endif()

find_program(NODE NAMES node nodejs)
if(NODE AND ORTHANT_HAVE_PAGES)
  add_test(NAME pages.replay COMMAND ${NODE} ${CMAKE_CURRENT_SOURCE_DIR}/pages/replay.mjs
                                     $<TARGET_FILE:orthant> ${PROJECT_BINARY_DIR}/experiments/app/pages)
  set_tests_properties(pages.replay PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900 COST 30)
  add_test(NAME pages.view COMMAND ${NODE} ${CMAKE_CURRENT_SOURCE_DIR}/pages/view.mjs
                                   $<TARGET_FILE:orthant> ${PROJECT_BINARY_DIR}/experiments/app/pages)
  set_tests_properties(pages.view PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600 COST 20)
else()
  message(STATUS "Tests: node or the pages not there; the pages are not tried in a browser")
endif()
