# The site builds, where its tools are there; links are looked at by rules.
find_program(MKDOCS mkdocs)
if(MKDOCS)
  add_test(NAME docs.site
           COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DPROGRAM=$<TARGET_FILE:orthant>
                   -DBUILD=${CMAKE_CURRENT_BINARY_DIR}/docs -P ${PROJECT_SOURCE_DIR}/docs/site.cmake)
  find_program(ORTHANT_BROWSER NAMES chromium chromium-browser google-chrome)
  if(ORTHANT_BROWSER)
    set_tests_properties(docs.site PROPERTIES FIXTURES_SETUP site)
    add_test(NAME docs.search
             COMMAND ${CMAKE_COMMAND} -DBROWSER=${ORTHANT_BROWSER}
                     -DSITE=${CMAKE_CURRENT_BINARY_DIR}/docs/docs -P
                     ${CMAKE_CURRENT_SOURCE_DIR}/docs/search.cmake)
    set_tests_properties(docs.search PROPERTIES FIXTURES_REQUIRED site TIMEOUT 120)
  endif()
endif()

# Pages say what their commands print and make: what is quick is run, and compared. The script itself is tested by
# pages of its own.
if(ORTHANT_PYTHON_OF_PACKAGE)
  add_test(NAME docs.execute COMMAND ${ORTHANT_PYTHON_OF_PACKAGE}
                                     ${CMAKE_CURRENT_SOURCE_DIR}/docs/test_execute.py)
  file(
    GLOB pages
    CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
    ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/docs/*.md
    ${PROJECT_SOURCE_DIR}/docs/tutorial/*.md ${PROJECT_SOURCE_DIR}/bench/*.md
    ${PROJECT_SOURCE_DIR}/bench/*/*.md
    ${PROJECT_SOURCE_DIR}/experiments/README.md ${PROJECT_SOURCE_DIR}/experiments/*/README.md)
  foreach(page ${pages})
    add_test(
      NAME docs.page.${page}
      COMMAND ${ORTHANT_PYTHON_OF_PACKAGE} ${PROJECT_SOURCE_DIR}/docs/execute.py --check --program
              $<TARGET_FILE:orthant> --folder ${CMAKE_CURRENT_BINARY_DIR}/docs/executed
              ${PROJECT_SOURCE_DIR}/${page})
    set_tests_properties(docs.page.${page} PROPERTIES TIMEOUT 300)
  endforeach()
  set_tests_properties(docs.page.docs/tutorial/4_own_function.md PROPERTIES FIXTURES_REQUIRED
                                                                             consumer_program)
endif()
