# The plug-ins of docs/example are put into the program, and templates of what is written beside them:
# `orthant new` begins with them.
set(new_plugin ${CMAKE_CURRENT_BINARY_DIR}/new_plugin)
set(plugins ${PROJECT_SOURCE_DIR}/docs/example/plugins)
set(templates ${CMAKE_CURRENT_SOURCE_DIR}/new_plugin/templates)
set(ncp ${plugins}/halfway.hpp)
set(joint ${plugins}/squared_distance.hpp)
set(linear_solver ${plugins}/conjugate_gradients.hpp)
set(integrator ${plugins}/shake.hpp)
set(main ${templates}/main.cpp.in)
set(test ${templates}/test.cpp.in)
set(build ${templates}/CMakeLists.txt.in)
set(rolling ${templates}/rolling.json.in)
set(swinging ${templates}/swinging.json.in)
set(marks "")
set(new_plugin_sources "")
foreach(each ncp joint linear_solver integrator main test build rolling swinging)
  string(APPEND marks ".global orthant_${each}_begin, orthant_${each}_end\n"
                      "orthant_${each}_begin: .incbin \"${${each}}\"\n"
                      "orthant_${each}_end: .byte 0\n")
  list(APPEND new_plugin_sources ${${each}})
endforeach()
file(
  CONFIGURE
  OUTPUT
  ${new_plugin}/sources.S
  CONTENT
    [[.section .rodata
@marks@.section .note.GNU-stack, "", %progbits
]]
  @ONLY)
set_source_files_properties(${new_plugin}/sources.S PROPERTIES OBJECT_DEPENDS
                                                               "${new_plugin_sources}")
