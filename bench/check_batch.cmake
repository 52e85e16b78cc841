# bench_batch: each line is a JSON object with the expected members, every step is solved, and no
# case takes more memory than MOST_MB, where that is given.
include(${CMAKE_CURRENT_LIST_DIR}/output.cmake)

run(lines)
string(REGEX REPLACE "\n+$" "" lines "${lines}")
string(REPLACE "\n" ";" lines "${lines}")
list(LENGTH lines count)
if(NOT count EQUAL 3)
  message(FATAL_ERROR "${count} cases instead of 3")
endif()
foreach(line IN LISTS lines)
  need("${line}" case backend worlds bodies steps steps_converged us_per_world_step
       newton_iterations linear_iterations_per_world_step peak_MB peak_MB_before)
  string(JSON steps GET "${line}" steps)
  string(JSON solved GET "${line}" steps_converged)
  if(NOT steps EQUAL solved)
    message(FATAL_ERROR "${solved} of ${steps} steps solved in ${line}")
  endif()
  string(JSON peak GET "${line}" peak_MB)
  if(MOST_MB AND peak GREATER MOST_MB)
    message(FATAL_ERROR "${peak} MB, and not ${MOST_MB} at most, in ${line}")
  endif()
endforeach()
