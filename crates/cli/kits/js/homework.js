// An agent for The Fruit Rage: it takes the largest group. The rest is up to you.
//
// It is started once for each move. It reads input.txt, writes output.txt and ends.

"use strict";

const fs = require("fs");

const EMPTY = "*";

// Returns the board as an array of rows, and the seconds left for the whole game.
function readInput() {
  const words = fs.readFileSync("input.txt", "ascii").split(/\s+/);
  const size = Number(words[0]);
  const seconds = Number(words[2]);
  return { board: words.slice(3, 3 + size).map((row) => [...row]), seconds };
}

// Returns the cells of the group that holds this fruit, and marks them as seen. The group
// itself is the list of what is still to be looked at: a function that calls itself could
// go too deep on a large board.
function groupAt(board, start, seen) {
  const size = board.length;
  const fruit = board[start.row][start.column];
  const group = [start];
  seen[start.row][start.column] = true;
  for (const { row, column } of group) {
    for (const [r, c] of [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]]) {
      const inside = 0 <= r && r < size && 0 <= c && c < size;
      if (inside && !seen[r][c] && board[r][c] === fruit) {
        seen[r][c] = true;
        group.push({ row: r, column: c });
      }
    }
  }
  return group;
}

// Returns every group, in the order of their first cells: row by row from the top.
function allGroups(board) {
  const size = board.length;
  const seen = board.map((row) => row.map(() => false));
  const groups = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (board[row][column] !== EMPTY && !seen[row][column]) {
        groups.push(groupAt(board, { row, column }, seen));
      }
    }
  }
  return groups;
}

// Returns the board after a group is taken and the fruit above it has fallen.
function after(board, group) {
  const size = board.length;
  const result = board.map((row) => [...row]);
  for (const { row, column } of group) {
    result[row][column] = EMPTY;
  }
  for (let column = 0; column < size; column++) {
    let bottom = size - 1;
    for (let row = size - 1; row >= 0; row--) {
      const fruit = result[row][column];
      if (fruit !== EMPTY) {
        result[row][column] = EMPTY;
        result[bottom][column] = fruit;
        bottom--;
      }
    }
  }
  return result;
}

// Returns the seconds of CPU time that this move has used, with node's start.
function used() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

// Returns the group to take: the largest, and of equal ones the first.
//
// What to do next, here:
//
// 1. Look at what you leave. after(board, group) is the board that your opponent gets: how
//    large is the largest group there? Taking k fruits is worth k * k points.
// 2. Look further ahead: your move, the reply, your next move. Read about minimax, then
//    about alpha-beta. It gains most if large groups are tried first.
// 3. Keep to the clock. `seconds` must do for all your moves to come, and who uses them up
//    loses. Allow this move a part of them, and when used() gets there, return the best
//    group so far.
function choose(board, seconds) {
  let best = [];
  for (const group of allGroups(board)) {
    if (group.length > best.length) {
      best = group;
    }
  }
  return best;
}

// Writes the move, such as B1, and the board after it.
function writeOutput(board, group) {
  const { row, column } = group[0];
  const move = String.fromCharCode("A".charCodeAt(0) + column) + (row + 1);
  const rows = after(board, group).map((cells) => cells.join(""));
  fs.writeFileSync("output.txt", [move, ...rows, ""].join("\n"));
}

const { board, seconds } = readInput();
const group = choose(board, seconds);
writeOutput(board, group);
// Only output.txt counts. What is printed to stderr is for you.
console.error(`took ${group.length}, used ${used().toFixed(3)} s of ${seconds.toFixed(3)} s`);
