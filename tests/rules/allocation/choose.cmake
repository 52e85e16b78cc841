# Allocations are counted where glibc's own functions can be called behind ours.
include(CheckCXXSourceCompiles)
check_cxx_source_compiles("extern \"C\" void* __libc_malloc(unsigned long);
                           int main() { return __libc_malloc(1) == nullptr; }" ORTHANT_HAVE_GLIBC)
if(ORTHANT_HAVE_GLIBC AND NOT CMAKE_CXX_FLAGS MATCHES "sanitize")
  target_sources(test_rules PRIVATE rules/allocation/glibc.cpp)
else()
  target_sources(test_rules PRIVATE rules/allocation/none.cpp)
endif()
# The names of functions, for the message that says where an allocation came from.
set_target_properties(test_rules PROPERTIES ENABLE_EXPORTS ON)
set_source_files_properties(rules/allocation/glibc.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
