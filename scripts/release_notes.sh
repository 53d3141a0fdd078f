#!/bin/bash
# Prints what CHANGELOG.md says about a release.
#
# usage: scripts/release_notes.sh TAG
#
# Returns 1, with the reason on stderr, if TAG is not "v" and the version of the project, or if the changelog has no
# section for it with a date: "## 1.2.3 (2026-12-24)".
set -euo pipefail

# shellcheck source=scripts/build.sh
source "$(dirname "${BASH_SOURCE[0]}")/build.sh"
# shellcheck source=scripts/release.sh
source "$(dirname "${BASH_SOURCE[0]}")/release.sh"

tag=${1:?names the tag}
changelog=${CHANGELOG:-$checkout/CHANGELOG.md}
if [[ $tag != "v$(version)" ]]; then
  echo "$0: the tag is $tag, and CMakeLists.txt says version $(version): tag v$(version), or change it there" >&2
  exit 1
fi
if ! grep -qE "^## $(version) \([0-9]{4}-[0-9]{2}-[0-9]{2}\)$" "$changelog"; then
  echo "$0: $changelog has no line \"## $(version) (YEAR-MONTH-DAY)\"; write the date of the release there" >&2
  exit 1
fi
awk -v version="$(version)" '/^## / { shown = $2 == version; next } shown' "$changelog"
