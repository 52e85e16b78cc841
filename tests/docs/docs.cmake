# The site builds, where its tools are there; links are looked at by rules.
find_program(MKDOCS mkdocs)
if(MKDOCS)
  add_test(NAME docs.site
           COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DPROGRAM=$<TARGET_FILE:orthant>
                   -DBUILD=${CMAKE_CURRENT_BINARY_DIR}/docs -P ${PROJECT_SOURCE_DIR}/docs/site.cmake)
endif()
