# The replay of a run, the view of one that goes on, and their servers where cpp-httplib is found.
set(replay_sources replay/coarse.cpp replay/command.cpp replay/joints_json.cpp replay/pictures.cpp
    replay/recording.cpp replay/samples.cpp replay/scene_json.cpp view/command.cpp
    view/document.cpp view/force_record.cpp view/frame.cpp view/hand.cpp view/hub.cpp view/live.cpp
    view/requests.cpp view/session.cpp)
if(HTTPLIB_FOUND)
  list(APPEND replay_sources replay/loopback.cpp replay/serve.cpp view/server.cpp)
  set(replay_libraries PkgConfig::HTTPLIB)
else()
  message(STATUS "Replay: cpp-httplib not found; replay --serve and view will say so")
  list(APPEND replay_sources replay/no_serve.cpp view/no_server.cpp)
endif()
