# The replay of a run, and its server where cpp-httplib is found.
set(replay_sources replay/coarse.cpp replay/command.cpp replay/joints_json.cpp replay/pictures.cpp
    replay/recording.cpp replay/samples.cpp replay/scene_json.cpp)
if(HTTPLIB_FOUND)
  list(APPEND replay_sources replay/loopback.cpp replay/serve.cpp)
  set(replay_libraries PkgConfig::HTTPLIB)
else()
  message(STATUS "Replay: cpp-httplib not found; replay --serve will say so")
  list(APPEND replay_sources replay/no_serve.cpp)
endif()
