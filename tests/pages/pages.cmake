# The pages in a browser; skipped, with a word on why, where there is no node or no browser.
find_program(NODE NAMES node nodejs)
function(orthant_page_test name)
  if(ORTHANT_PAGES AND NODE AND NPM)
    add_test(
      NAME pages.${name}
      COMMAND ${NODE} ${CMAKE_CURRENT_SOURCE_DIR}/pages/${name}.mjs $<TARGET_FILE:orthant>
              ${PROJECT_BINARY_DIR}/experiments/pages/node_modules
              ${CMAKE_CURRENT_BINARY_DIR}/pages_${name})
  else()
    add_test(NAME pages.${name} COMMAND ${CMAKE_COMMAND} -E echo "SKIPPED: this build has no pages")
  endif()
  set_tests_properties(pages.${name} PROPERTIES TIMEOUT 300 SKIP_REGULAR_EXPRESSION "^SKIPPED: ")
endfunction()

orthant_page_test(report)
