# The scripts of the pages, bundled from the packages that package-lock.json names, and put into
# the program: a page needs no network, and the program no files.
enable_language(ASM)
set(pages ${CMAKE_CURRENT_SOURCE_DIR}/pages)
set(bundled ${CMAKE_CURRENT_BINARY_DIR}/pages)
file(MAKE_DIRECTORY ${bundled})
find_program(NPM npm)
find_program(NODE NAMES node nodejs)
if(ORTHANT_PAGES AND NPM AND NODE)
  file(GLOB_RECURSE scripts CONFIGURE_DEPENDS ${pages}/*.js ${pages}/*.css ${pages}/*.html)
  add_custom_command(
    OUTPUT ${bundled}/node_modules/.package-lock.json
    COMMAND ${CMAKE_COMMAND} -E copy ${pages}/package.json ${pages}/package-lock.json ${pages}/.npmrc
            ${bundled}
    COMMAND ${NPM} ci --no-audit --no-fund --loglevel=error
    WORKING_DIRECTORY ${bundled}
    DEPENDS ${pages}/package.json ${pages}/package-lock.json
    COMMENT "Packages of the pages")
  add_custom_command(
    OUTPUT ${bundled}/report.js ${bundled}/replay.js ${bundled}/figures.js
    COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=${bundled}/node_modules ${NODE} ${bundled}/build.mjs
            ${pages} ${bundled}
    DEPENDS ${scripts} ${pages}/build.mjs ${bundled}/node_modules/.package-lock.json
    COMMENT "Scripts of the pages")
  configure_file(${pages}/build.mjs ${bundled}/build.mjs COPYONLY)
else()
  message(STATUS "Pages: npm or node not found, or ORTHANT_PAGES off; report and replay will say so")
  file(WRITE ${bundled}/report.js "")
  file(WRITE ${bundled}/replay.js "")
  file(WRITE ${bundled}/figures.js "")
endif()
file(
  CONFIGURE
  OUTPUT
  ${bundled}/pages.S
  CONTENT
    [[.section .rodata
.global orthant_report_begin, orthant_report_end, orthant_replay_begin, orthant_replay_end
.global orthant_figures_begin, orthant_figures_end
orthant_report_begin: .incbin "@bundled@/report.js"
orthant_report_end: .byte 0
orthant_replay_begin: .incbin "@bundled@/replay.js"
orthant_replay_end: .byte 0
orthant_figures_begin: .incbin "@bundled@/figures.js"
orthant_figures_end: .byte 0
.section .note.GNU-stack, "", %progbits
]]
  @ONLY)
set_source_files_properties(
  ${bundled}/pages.S PROPERTIES OBJECT_DEPENDS
                                "${bundled}/report.js;${bundled}/replay.js;${bundled}/figures.js")
