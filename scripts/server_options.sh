# shellcheck shell=bash
# The options of rowhoused, known before it is built. Sourced, not run.

# server_options: prints each option of rowhoused, one per line, as its source describes them.
server_options() {
  local folder
  folder=$(dirname "${BASH_SOURCE[0]}")/../table_service/server
  {
    echo --help
    grep -ohE '"--[a-z-]+"' "$folder/option_list.cc" "$folder/rehearsal_options.cc" | tr -d '"'
  } | sort -u
}

# refuse_unknown_options ARGUMENT...: returns 2, with a message on stderr, if an argument looks like an option and
# is not one of rowhoused's.
refuse_unknown_options() {
  local argument known
  known=$(server_options)
  for argument in "$@"; do
    [[ $argument == --?* ]] || continue
    if ! grep -qxF -e "${argument%%=*}" <<<"$known"; then
      printf '%s\n' "./run: rowhoused has no option ${argument%%=*}. Its options:" >&2
      tr '\n' ' ' <<<"$known" | fold -s -w 90 | sed 's/^/  /; s/ *$//' >&2
      echo >&2
      return 2
    fi
  done
}
