# bench_scenes: a Markdown table with a row a scene and a column a method, all solved.
file(REMOVE_RECURSE ${DIRECTORY})
execute_process(
  COMMAND
    ${PROGRAM} --output ${DIRECTORY} --set
    "sweep.zip.0.duration=[0.004,0.02,0.02,0.02,0.002,0.002,0.02,0.01,0.01,0.02]" --set
    "sweep.zip.1={\"names\":[\"sweeps\",\"default\"],\"backend\":[\"serial\",\"serial\"],\"solver\":[{\"type\":\"cascade\",\"tolerance\":0.01},\"cascade\"]}"
  OUTPUT_VARIABLE table
  ERROR_VARIABLE error
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "status ${status}: ${error}")
endif()
string(REGEX MATCHALL "[^\n]+\n" lines "${table}")
list(LENGTH lines count)
if(NOT count EQUAL 12)
  message(FATAL_ERROR "${count} lines in\n${table}")
endif()
list(SUBLIST lines 2 10 rows)
foreach(row IN LISTS rows)
  set(number "[0-9.e+-]+")
  if(NOT row MATCHES "^\\| [^|]+ \\| ${number} µs, ${number} m \\| ${number} µs, ${number} m \\|\n$")
    message(FATAL_ERROR "a row of another form, or with unsolved steps: ${row}")
  endif()
endforeach()
