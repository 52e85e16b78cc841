# shellcheck shell=bash disable=SC2034
# What the stages share: they stand in the project's folder, and can say that they are skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs=${ORTHANT_JOBS:-$(nproc)}
skipped=77

# skip WHY...: ends the stage; it has neither passed nor failed.
skip() {
  echo "Skipped: $*"
  exit $skipped
}

# builds: installs what the build needs.
builds() {
  .ci/install packages.txt || skip "the packages of .ci/packages.txt could not be installed"
}

# needs LIST TOOL...: installs a list of packages; skips the stage where a tool is missing still.
needs() {
  local list=$1 tool
  shift
  for tool; do
    command -v "$tool" >/dev/null && continue
    .ci/install "$list" || skip "the packages of .ci/$list could not be installed"
    break
  done
  for tool; do
    command -v "$tool" >/dev/null || skip "there is no $tool"
  done
}
