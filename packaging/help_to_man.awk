# Makes the manual page of rowhoused out of `rowhoused --help`, whose layout is CLI11's: options in column 2, texts in
# column `column`, groups, "Examples:" and what follows the options in column 0. Likewise that of azurite-table.
# Usage: rowhoused --help | awk -v name=rowhoused -v column=29 -v version=VERSION -f help_to_man.awk > rowhoused.8
function troff(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  if (text ~ /^[.']/) text = "\\&" text
  return text
}
BEGIN {
  printf ".TH %s 8 \"\" \"rowhoused %s\" \"System Administration\"\n", toupper(name), version
  print ".SH NAME\n" troff(name) " \\- server of tables with the protocol of Azure Table storage"
  print ".SH SYNOPSIS\n.B " troff(name) "\n[OPTION]...\n.SH DESCRIPTION"
  part = "purpose"
}
/^Usage:/ { print ".SH OPTIONS"; part = "options"; next }
/^Examples:/ { print ".SH EXAMPLES\n.nf"; part = "examples"; next }
part == "examples" && /^$/ { print ".fi\n.SH NOTES"; part = "notes"; next }
/^$/ { next }
part != "options" { print troff($0); next }
/^[A-Z].*:$/ { sub(/:$/, ""); if ($0 != "Options") print ".SS " troff($0); next }
/^  -/ {
  title = substr($0, 3)
  text = ""
  # The text is on the same line if the title ends before its column.
  if (match($0, /[^ ]  +[^ ]/) && RSTART + RLENGTH - 2 == column) {
    title = substr($0, 3, RSTART - 2)
    text = substr($0, column + 1)
  }
  print ".TP\n.B " troff(title)
  if (text != "") print troff(text)
  next
}
/^[^ ]/ { print ".SH NOTES"; part = "notes" }
{ sub(/^ +/, ""); print troff($0) }
END {
  if (name != "rowhoused") {
    print ".SH SEE ALSO\n.BR rowhoused (8)"
    exit
  }
  print ".SH FILES"
  print ".TP\n.I /etc/rowhouse/accounts\nThe accounts of the service, a line NAME=KEY for each key."
  print ".TP\n.I /etc/rowhouse/environment\nThe options of the service: ROWHOUSED_OPTIONS, ROWHOUSE_ADMIN_TOKEN."
  print ".TP\n.I /var/lib/rowhouse\nThe data of the service."
  print ".SH SEE ALSO\n.BR rowhouse (1),\n.BR azurite\\-table (8)"
}
