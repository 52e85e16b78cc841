# The experiment in README.md runs, and its expectations are met.
cmake_minimum_required(VERSION 3.25)
file(READ ${SOURCE}/README.md text)
string(FIND "${text}" "```json\n" begin)
if(begin EQUAL -1)
  message(FATAL_ERROR "README.md has no experiment")
endif()
math(EXPR begin "${begin} + 8")
string(SUBSTRING "${text}" ${begin} -1 text)
string(FIND "${text}" "```" end)
string(SUBSTRING "${text}" 0 ${end} text)
file(WRITE ${FOLDER}/rolling.json "${text}")
execute_process(COMMAND ${PROGRAM} run ${FOLDER}/rolling.json --output ${FOLDER}/rolling
                        COMMAND_ERROR_IS_FATAL ANY)
