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
")
  file(STRINGS ${source}/.cmake/public_headers.txt listed REGEX "hpp$")
  set(headers ${listed})
  list(TRANSFORM headers PREPEND ${source}/)
  list(APPEND headers ${source}/experiments/app/cli/program.hpp)
  list(JOIN headers " " headers)

  # The pages say how headers are included: by links as in the include path of the build.
  file(MAKE_DIRECTORY ${stage}/orthant)
  foreach(folder core constraints solvers integrators backends)
    file(CREATE_LINK ${source}/${folder} ${stage}/orthant/${folder} SYMBOLIC)
  endforeach()
  file(CREATE_LINK ${source}/experiments/app/cli/program.hpp ${stage}/orthant/program.hpp SYMBOLIC)
  set(linked ${listed} program.hpp)
  list(TRANSFORM linked PREPEND ${stage}/orthant/)
  list(JOIN linked " " linked)
  file(WRITE ${stage}/Doxyfile "${common}INPUT = ${source}/docs/reference/main.dox ${linked}
STRIP_FROM_PATH = ${stage}/orthant ${source}
STRIP_FROM_INC_PATH = ${stage}
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
