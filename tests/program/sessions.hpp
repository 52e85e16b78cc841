// Sessions with the program: rows of files, commands, and what is found then.
#pragma once
#include "tests/program/process.hpp"
#include "tests/table.hpp"

namespace orthant::test {

/// Plays a row in a folder of its own, after `before`: one step, or the steps of its "do". A step
/// does what its keys say, in this order:
///   remove, folders: names; write: {file: text or JSON, or {"base": ..., "set": ...}};
///   edit: {file: [old text, new text]}, at its last place; change: {file: {pointer: value}};
///   keep: files;
///   run: words, as a text where none has a blank; env; unless: a message that skips the test;
///   status (0); out, err, says (either): parts; not: parts of neither; out_is, err_is; and
///   lines_of_err;
///   json: {file: {pointer: value}}; has, lacks: {file: parts}; lines: {file: number};
///   columns: {file: {name: cells}}; files: {folder: names of all files below it, sorted};
///   there, none: files; kept: files as at `keep`; same: pairs of files
void play(Json const& row, std::function<void(Folder const&)> const& before = {});

/// The part of a step before its run, without `keep`.
void prepare(Folder const& folder, Json const& step);

}  // namespace orthant::test
