# The report in a browser; skipped, with a word on why, where there is no node or no browser.
find_program(NODE NAMES node nodejs)
if(NODE AND ORTHANT_HAVE_PAGES)
  add_test(
    NAME pages.report
    COMMAND
      ${NODE} ${CMAKE_CURRENT_SOURCE_DIR}/pages/report.mjs $<TARGET_FILE:orthant>
      ${PROJECT_BINARY_DIR}/experiments/app/pages/node_modules ${CMAKE_CURRENT_BINARY_DIR}/pages_report)
  set_tests_properties(pages.report PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300 COST 20)
else()
  message(STATUS "Tests: node or the pages not there; the report is not tried in a browser")
endif()
