# The Python files that draw figures are put into the program, as one archive that Python runs.
set(drawn ${CMAKE_CURRENT_SOURCE_DIR}/drawing/figure)
set(drawn_archive ${CMAKE_CURRENT_BINARY_DIR}/drawing/figure.pyz)
file(GLOB drawn_files CONFIGURE_DEPENDS RELATIVE ${drawn} ${drawn}/*.py)
list(TRANSFORM drawn_files PREPEND ${drawn}/ OUTPUT_VARIABLE drawn_paths)
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/drawing)
add_custom_command(
  OUTPUT ${drawn_archive}
  COMMAND ${CMAKE_COMMAND} -E tar cf ${drawn_archive} --format=zip --mtime=2000-01-01 ${drawn_files}
  WORKING_DIRECTORY ${drawn}
  DEPENDS ${drawn_paths}
  COMMENT "Python files of figures")
file(
  CONFIGURE
  OUTPUT
  ${CMAKE_CURRENT_BINARY_DIR}/drawing/figure.S
  CONTENT
    [[.section .rodata
.global orthant_figure_begin, orthant_figure_end
orthant_figure_begin: .incbin "@drawn_archive@"
orthant_figure_end: .byte 0
.section .note.GNU-stack, "", %progbits
]]
  @ONLY)
set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/drawing/figure.S PROPERTIES OBJECT_DEPENDS ${drawn_archive})
