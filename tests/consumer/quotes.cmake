# Every C++ block of README.md and docs/ stands word for word in the user's program that is compiled
# here, or in the project itself.
cmake_minimum_required(VERSION 3.25)
file(
  GLOB_RECURSE sources
  ${SOURCE}/docs/example/*.?pp
  ${SOURCE}/core/*.?pp
  ${SOURCE}/constraints/*.?pp
  ${SOURCE}/solvers/*.?pp
  ${SOURCE}/integrators/*.?pp)
set(program "")
foreach(source ${sources})
  file(READ ${source} text)
  string(APPEND program "${text}")
endforeach()

set(fence "```cpp\n")
string(LENGTH "${fence}" width)
file(GLOB pages ${SOURCE}/README.md ${SOURCE}/CONTRIBUTING.md ${SOURCE}/docs/*.md ${SOURCE}/docs/tutorial/*.md)
set(all 0)
foreach(page ${pages})
  file(READ ${page} rest)
  set(count 0)
  while(TRUE)
    string(FIND "${rest}" "${fence}" begin)
    if(begin EQUAL -1)
      break()
    endif()
    math(EXPR begin "${begin} + ${width}")
    string(SUBSTRING "${rest}" ${begin} -1 rest)
    string(FIND "${rest}" "```" end)
    string(SUBSTRING "${rest}" 0 ${end} quote)
    string(FIND "${program}" "${quote}" at)
    if(at EQUAL -1)
      message(FATAL_ERROR "${page} shows what is nowhere:\n${quote}")
    endif()
    math(EXPR count "${count} + 1")
  endwhile()
  if(page MATCHES "README" AND count EQUAL 0)
    message(FATAL_ERROR "README.md has no C++ blocks")
  endif()
  math(EXPR all "${all} + ${count}")
endforeach()
message(STATUS "${all} blocks")
