// The benchmarks by file: each function registers those of the file with its name.
#pragma once

namespace orthant::bench {

void register_narrow_phase();
void register_broad_phase();
void register_rows();
void register_linear();

}  // namespace orthant::bench
