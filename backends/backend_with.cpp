// Compiles the backend of every space of Kokkos.
#include "orthant/backends/instances/spaces.hpp"
#include "orthant/backends/kokkos_backend.hpp"
#include "orthant/backends/standard_plugins.hpp"

namespace orthant {

template <class Space>
std::unique_ptr<Backend> backend_with(Plugins<Space> plugins) {
  return std::make_unique<KokkosBackend<Space>>(std::move(plugins));
}
#define ORTHANT_INSTANCES(Space, name, about) \
  template std::unique_ptr<Backend> backend_with(Plugins<Space>);
ORTHANT_SPACES_COMPILED(ORTHANT_INSTANCES)

}  // namespace orthant
