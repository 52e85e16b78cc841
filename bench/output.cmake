# run(OUT) runs PROGRAM with ARGUMENTS; need(JSON KEYS...) demands a member, and names what lacks it.
cmake_minimum_required(VERSION 3.25)

macro(run out)
  execute_process(COMMAND ${PROGRAM} ${ARGUMENTS} OUTPUT_VARIABLE ${out} RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "${PROGRAM} ended with ${status}")
  endif()
endmacro()

function(need json)
  foreach(key IN LISTS ARGN)
    string(JSON value ERROR_VARIABLE error GET "${json}" ${key})
    if(error)
      message(FATAL_ERROR "${error}\nin ${json}")
    endif()
  endforeach()
endfunction()
