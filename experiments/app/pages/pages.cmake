# The scripts of the pages, bundled from the packages that package-lock.json names, and put into
# the program: a page needs no network, and the program no files.
if(CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper")
  find_program(CMAKE_ASM_COMPILER NAMES c++ g++ REQUIRED)
endif()
enable_language(ASM)
set(pages ${CMAKE_CURRENT_SOURCE_DIR}/pages)
set(bundled ${CMAKE_CURRENT_BINARY_DIR}/pages)
file(MAKE_DIRECTORY ${bundled})
find_program(NPM npm)
find_program(NODE NAMES node nodejs)
set(ORTHANT_HAVE_PAGES FALSE CACHE INTERNAL "")
if(ORTHANT_PAGES AND NPM AND NODE)
  # While configuring, so that a build without the packages' registry is one without pages.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${pages}/package-lock.json)
  file(SHA256 ${pages}/package-lock.json wanted)
  set(fetched "")
  if(EXISTS ${bundled}/fetched)
    file(READ ${bundled}/fetched fetched)
  endif()
  if(NOT fetched STREQUAL wanted)
    message(STATUS "Pages: fetching packages")
    file(COPY ${pages}/package.json ${pages}/package-lock.json ${pages}/.npmrc DESTINATION ${bundled})
    execute_process(COMMAND ${NPM} ci --no-audit --no-fund --loglevel=error
                    WORKING_DIRECTORY ${bundled} RESULT_VARIABLE status ERROR_VARIABLE error)
    if(status EQUAL 0)
      file(WRITE ${bundled}/fetched ${wanted})
      set(fetched ${wanted})
    else()
      message(WARNING "Pages: packages could not be fetched; report and replay will say that this "
                      "build has no pages.\n${error}")
    endif()
  endif()
  if(fetched STREQUAL wanted)
    set(ORTHANT_HAVE_PAGES TRUE CACHE INTERNAL "")
  endif()
endif()
if(ORTHANT_HAVE_PAGES)
  file(GLOB_RECURSE scripts CONFIGURE_DEPENDS ${pages}/*.js ${pages}/*.css ${pages}/*.html)
  add_custom_command(
    OUTPUT ${bundled}/report.js ${bundled}/replay.js ${bundled}/fit.js ${bundled}/view.js
    COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=${bundled}/node_modules ${NODE} ${bundled}/build.mjs
            ${pages} ${bundled}
    DEPENDS ${scripts} ${pages}/build.mjs ${bundled}/fetched
    COMMENT "Scripts of the pages")
  configure_file(${pages}/build.mjs ${bundled}/build.mjs COPYONLY)
else()
  message(STATUS "Pages: none (ORTHANT_PAGES off, or npm or its packages not found)")
  file(WRITE ${bundled}/report.js "")
  file(WRITE ${bundled}/replay.js "")
  file(WRITE ${bundled}/fit.js "")
  file(WRITE ${bundled}/view.js "")
endif()
file(
  CONFIGURE
  OUTPUT
  ${bundled}/pages.S
  CONTENT
    [[.section .rodata
.global orthant_report_begin, orthant_report_end, orthant_replay_begin, orthant_replay_end
.global orthant_fit_begin, orthant_fit_end, orthant_view_begin, orthant_view_end
orthant_report_begin: .incbin "@bundled@/report.js"
orthant_report_end: .byte 0
orthant_replay_begin: .incbin "@bundled@/replay.js"
orthant_replay_end: .byte 0
orthant_fit_begin: .incbin "@bundled@/fit.js"
orthant_fit_end: .byte 0
orthant_view_begin: .incbin "@bundled@/view.js"
orthant_view_end: .byte 0
.section .note.GNU-stack, "", %progbits
]]
  @ONLY)
set_source_files_properties(
  ${bundled}/pages.S PROPERTIES OBJECT_DEPENDS
                                "${bundled}/report.js;${bundled}/replay.js;${bundled}/fit.js;${bundled}/view.js")
