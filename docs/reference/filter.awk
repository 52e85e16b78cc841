# What Doxygen reads of a header: its comments as they stand there, made comments of documentation.
#   first lines      // What the file is.       ->  /// What the file is.   with @file
#   beside members   Real h;  // [s]            ->  Real h;  ///< [s]
#   equations        ///   x+ = x- + s v        ->  verbatim, as they stand three blanks in
# Lines keep their numbers. Bodies of functions are left alone.

# What Markdown or HTML would take for their own, outside of `code`.
function plain(text,    parts, n, i, out) {
  n = split(text, parts, "`")
  out = ""
  for (i = 1; i <= n; ++i) {
    if (i % 2 || i == n) {
      gsub(/</, "\\&lt;", parts[i])
      gsub(/~/, "\\&tilde;", parts[i])
      gsub(/\*/, "\\&lowast;", parts[i])
    }
    out = out (i > 1 ? "`" : "") parts[i]
  }
  return out
}

# "Real a, b;  " -> "Real a; /**< text */ Real b;  ": a comment is of every member beside it.
function to_each(code, comment,    i, c, level, parts, n, type, out) {
  if (code !~ /; *$/ || code ~ /\(/ || code !~ /,/) return code
  n = 1
  parts[1] = ""
  for (i = 1; i <= length(code); ++i) {
    c = substr(code, i, 1)
    if (c ~ /[<{\[]/) ++level
    if (c ~ /[>}\]]/) --level
    if (c == "," && level == 0) parts[++n] = ""
    else parts[n] = parts[n] c
  }
  if (n == 1) return code
  type = parts[1]
  sub(/ = .*$/, "", type)
  sub(/[*&]*[A-Za-z_0-9]+(\[.*\])*(\{.*\})?$/, "", type)
  out = parts[1]
  for (i = 2; i <= n; ++i) out = out "; " comment type parts[i]
  return out
}

{
  line = $0
  first_word = line
  sub(/^ +/, "", first_word)

  if (NR == 1) heading = 1
  if (heading) {
    if (line ~ /^\/\//) {
      line = "/" line
      first_word = line
    } else if (line ~ /^#pragma once/) {
      heading = 0
      print "/// @file"
      next
    }
  }

  # A comment of its own.
  if (first_word ~ /^\/\/\/([^<\/]|$)/) {
    at = index(line, "///") + 2
    text = substr(line, at + 1)
    print substr(line, 1, at) (text ~ /^   +[^ ]/ ? " @verbatim" text " @endverbatim" : plain(text))
    beside = 0
    next
  }

  # The rest of a comment beside a member.
  if (beside && first_word ~ /^\/\/ / && index(line, "//") == beside) {
    print substr(line, 1, beside - 1) "///<" plain(substr(line, beside + 2))
    next
  }
  beside = 0

  code = line
  at = match(line, /[;,}] +\/\/ /)
  if (!at && first_word ~ /^[a-z_]+ +\/\/ /) at = match(line, / +\/\/ /)  # the last of an enum
  if (at) {
    at = at + RLENGTH - 3
    code = substr(line, 1, at - 1)
  } else {
    sub(/ +\/\/ .*$/, "", code)
  }
  if (at && !bodies && first_word !~ /^(\/\/|#|\})/) {
    print to_each(code, "/**<" plain(substr(line, at + 2)) " */") "///<" plain(substr(line, at + 2))
    beside = at
  } else {
    print line
  }

  # Where bodies of functions, and lists of values, begin and end.
  gsub(/"([^"\\]|\\.)*"|'[{}]'/, "", code)
  opens_body = first_word !~ /^(struct|class|enum|union|namespace|extern|: public|template.*(struct|class) )/
  for (i = 1; first_word !~ /^(\/\/|#)/ && i <= length(code); ++i) {
    c = substr(code, i, 1)
    if (c == "{") bodies += is_body[++depth] = opens_body
    if (c == "}" && depth > 0) bodies -= is_body[depth--]
  }
}
