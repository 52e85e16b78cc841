# reference(SOURCE STAGE TO): the reference of the interfaces in C++, by Doxygen, into the folder TO.
# It fails where Doxygen warns: a reference that leads nowhere, an entity or a command that is not
# known, or a member without a comment in a header that main.dox names.
function(reference source stage to)
  find_program(DOXYGEN doxygen)
  if(NOT DOXYGEN)
    message(STATUS "No doxygen: the site is built without the reference of C++ interfaces")
    return()
  endif()
  set(common
      "@INCLUDE = ${source}/docs/reference/Doxyfile
STRIP_FROM_PATH = ${source}
STRIP_FROM_INC_PATH = ${source}
")
  set(all ${source}/docs/reference/main.dox)
  foreach(folder core constraints solvers integrators backends)
    list(APPEND all ${source}/${folder})
  endforeach()
  list(JOIN all " " all)
  file(WRITE ${stage}/Doxyfile "${common}INPUT = ${all}\nOUTPUT_DIRECTORY = ${to}\n")

  file(READ ${source}/docs/reference/main.dox page)
  string(REGEX MATCHALL "[a-z_]+/[a-z_/]+\\.hpp" interfaces "${page}")
  list(REMOVE_DUPLICATES interfaces)
  list(TRANSFORM interfaces PREPEND ${source}/)
  list(JOIN interfaces " " interfaces)
  file(WRITE ${stage}/Doxyfile.strict "${common}INPUT = ${interfaces}
EXTRACT_ALL = NO
WARN_IF_UNDOCUMENTED = YES
GENERATE_HTML = NO
GENERATE_XML = YES
XML_OUTPUT = .
XML_PROGRAMLISTING = NO
OUTPUT_DIRECTORY = ${stage}/doxygen_strict
")

  file(MAKE_DIRECTORY ${to} ${stage}/doxygen_strict)
  foreach(config Doxyfile.strict Doxyfile)
    execute_process(
      COMMAND ${DOXYGEN} ${stage}/${config}
      WORKING_DIRECTORY ${source}
      RESULT_VARIABLE status
      ERROR_VARIABLE said
      OUTPUT_VARIABLE ignored)
    if(NOT status EQUAL 0)
      string(REPLACE "\n" "\n  " said "${said}")
      message(FATAL_ERROR "The reference of C++ interfaces:\n  ${said}")
    endif()
  endforeach()
endfunction()
