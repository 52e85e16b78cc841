# Builds the site: cmake -DSOURCE=... -DPROGRAM=.../orthant -DBUILD=... -P docs/site.cmake
#
# The pages are README.md and those beside it, docs/ and the experiments', in the places that they have in the project,
# so that their links hold in both; configuration.md and metrics.md are written by the program. Equations are drawn
# by KaTeX, which comes along: the site loads nothing from elsewhere. The reference of the interfaces in C++ is in
# reference/, where there is a Doxygen.
cmake_minimum_required(VERSION 3.25)
set(stage ${BUILD}/docs_stage)
set(pages ${stage}/pages)
find_program(MKDOCS mkdocs REQUIRED)
find_path(
  KATEX katex.min.js
  PATHS /usr/share/javascript/katex /usr/share/nodejs/katex/dist
  REQUIRED)

file(REMOVE_RECURSE ${stage})
file(COPY ${SOURCE}/README.md ${SOURCE}/CONTRIBUTING.md ${SOURCE}/CHANGELOG.md ${SOURCE}/LICENSE
     DESTINATION ${pages})
file(GLOB texts ${SOURCE}/docs/*.md)
file(COPY ${texts} DESTINATION ${pages}/docs)
file(COPY ${SOURCE}/docs/example ${SOURCE}/docs/tutorial ${SOURCE}/docs/pictures
     DESTINATION ${pages}/docs)
file(COPY ${SOURCE}/experiments/README.md DESTINATION ${pages}/experiments)
file(COPY ${SOURCE}/bench/baselines/README.md DESTINATION ${pages}/bench/baselines)
file(GLOB experiments RELATIVE ${SOURCE} ${SOURCE}/experiments/*/README.md)
foreach(page ${experiments})
  cmake_path(GET page PARENT_PATH folder)
  file(GLOB files ${SOURCE}/${folder}/*)
  file(COPY ${files} DESTINATION ${pages}/${folder})
endforeach()

# Notebooks are pages too, beside the files that links lead to.
find_program(PYTHON python3)
file(GLOB notebooks ${SOURCE}/docs/tutorial/*.ipynb)
foreach(notebook ${notebooks})
  cmake_path(GET notebook STEM name)
  if(PYTHON)
    execute_process(COMMAND ${PYTHON} ${CMAKE_CURRENT_LIST_DIR}/site/notebook.py ${notebook}
                            ${pages}/docs/tutorial/${name}.md COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()

execute_process(
  COMMAND ${PROGRAM} schema --reference
  OUTPUT_FILE ${pages}/docs/configuration.md COMMAND_ERROR_IS_FATAL ANY)

# put(FILE NAME): what a link leads to, not the link.
function(put file name)
  file(REAL_PATH ${file} real)
  configure_file(${real} ${pages}/katex/${name} COPYONLY)
endfunction()
find_file(
  AUTO_RENDER NAMES auto-render.min.js auto-render.js
  PATHS ${KATEX}/contrib
  NO_DEFAULT_PATH REQUIRED)
put(${KATEX}/katex.min.js katex.min.js)
put(${KATEX}/katex.min.css katex.min.css)
put(${AUTO_RENDER} auto-render.js)
file(GLOB fonts ${KATEX}/fonts/*.woff2)
foreach(font ${fonts})
  cmake_path(GET font FILENAME name)
  put(${font} fonts/${name})
endforeach()
file(
  WRITE ${pages}/katex/render.js
  [[document$.subscribe(() => renderMathInElement(document.body, {delimiters: [
  {left: "\\[", right: "\\]", display: true}, {left: "\\(", right: "\\)", display: false}]}));
]])

include(${CMAKE_CURRENT_LIST_DIR}/reference/reference.cmake)
reference(${SOURCE} ${stage} ${pages}/reference)

# The navigation, without pages that are not there, and with the experiments.
file(STRINGS ${SOURCE}/docs/mkdocs.yml lines)
set(config "")
foreach(line IN LISTS lines)
  if(line MATCHES "^ +- .*: (.*\\.(md|html))$")
    set(page ${CMAKE_MATCH_1})
    if(NOT EXISTS ${pages}/${page})
      if(page MATCHES "md$")
        message(STATUS "No ${page}")
      endif()
      continue()
    endif()
  endif()
  string(APPEND config "${line}\n")
endforeach()
string(APPEND config "  - Experiments:\n      - All of them: experiments/README.md\n")
# As experiments/README.md groups them: a heading, and tables with a link each.
file(STRINGS ${SOURCE}/experiments/README.md lines)
foreach(line IN LISTS lines)
  if(line MATCHES "^## (.*)$")
    string(APPEND config "      - ${CMAKE_MATCH_1}:\n")
  elseif(line MATCHES "^\\| \\[([a-z0-9_]+)\\]\\(([a-z0-9_]+/README.md)\\)")
    string(APPEND config "          - ${CMAKE_MATCH_1}: experiments/${CMAKE_MATCH_2}\n")
    list(REMOVE_ITEM experiments experiments/${CMAKE_MATCH_2})
  endif()
endforeach()
if(experiments)
  message(FATAL_ERROR "experiments/README.md lacks ${experiments}")
endif()
file(WRITE ${stage}/mkdocs.yml "${config}")
file(COPY ${SOURCE}/docs/site/main.html DESTINATION ${stage}/overrides)

execute_process(
  COMMAND ${MKDOCS} build --strict --config-file ${stage}/mkdocs.yml
  RESULT_VARIABLE status
  ERROR_VARIABLE said
  OUTPUT_VARIABLE said)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${said}")
endif()

# The search of pages that are opened as files.
file(READ ${BUILD}/docs/search/search_index.json index)
file(READ ${SOURCE}/docs/site/offline.js script)
file(WRITE ${BUILD}/docs/search/offline.js "${script}__search = {index: Promise.resolve(${index})};\n")

# Nothing is loaded from elsewhere.
file(GLOB_RECURSE sheets ${BUILD}/docs/*.html)
foreach(sheet ${sheets})
  file(STRINGS ${sheet} found REGEX "(<script[^>]* src|<link[^>]*rel=\"?(stylesheet|preconnect)[^>]* href|<img[^>]* src)=\"?(https?:)?//")
  if(found)
    message(FATAL_ERROR "${sheet} loads from elsewhere: ${found}")
  endif()
endforeach()
message(STATUS "The site: ${BUILD}/docs/index.html")
