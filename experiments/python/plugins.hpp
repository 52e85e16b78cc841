// The plug-ins named "python" of the host's first space.
#pragma once

namespace orthant::python {

/// Call before anything is read.
void add_plugins();

}  // namespace orthant::python
