# reference(SOURCE STAGE TO): the reference of the interfaces in C++, by Doxygen, into the folder TO.
# It fails where Doxygen warns: a reference that leads nowhere, an entity or a command that is not
# known, or a member of a public header without a comment.
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
  file(STRINGS ${source}/.cmake/public_headers.txt headers REGEX "hpp$")
  list(TRANSFORM headers PREPEND ${source}/)
  list(APPEND headers ${source}/experiments/app/cli/program.hpp)
  list(JOIN headers " " headers)
  file(WRITE ${stage}/Doxyfile "${common}INPUT = ${source}/docs/reference/main.dox ${headers}
OUTPUT_DIRECTORY = ${to}
")
  file(WRITE ${stage}/Doxyfile.strict "${common}INPUT = ${headers}
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
