# The search of the site, opened as a file, finds pages: cmake -DBROWSER=... -DSITE=... -P search.cmake
foreach(page index docs/solvers)
  execute_process(
    COMMAND ${BROWSER} --headless --no-sandbox --disable-gpu --virtual-time-budget=20000 --dump-dom
            "file://${SITE}/${page}.html?q=pendulum"
    OUTPUT_VARIABLE shown ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
  if(NOT shown MATCHES "[0-9]+ matching documents")
    message(FATAL_ERROR "${page}.html: the search found nothing")
  endif()
endforeach()
