// Everything in one typed array, by way of bytes.
const fs = require('fs');
const words = fs.readFileSync('input.txt', 'latin1').split(/\s+/);
const n = Number(words[0]);
const board = Buffer.from(words.slice(3, 3 + n).join(''), 'latin1');
const EMPTY = 42;
const group = (start, seen) => {
  const list = [start];
  seen.add(start);
  for (const i of list) {
    const near = [i % n ? i - 1 : -1, (i + 1) % n ? i + 1 : -1, i - n, i + n < n * n ? i + n : -1];
    for (const j of near) if (j >= 0 && !seen.has(j) && board[j] === board[start]) seen.add(j), list.push(j);
  }
  return list;
};
let best = [];
const seen = new Set();
for (let i = 0; i < n * n; i++) {
  if (board[i] === EMPTY || seen.has(i)) continue;
  const found = group(i, seen);
  if (found.length > best.length) best = found;
}
for (const i of best) board[i] = EMPTY;
for (let c = 0; c < n; c++) {
  let to = n - 1;
  for (let r = n - 1; r >= 0; r--) {
    const fruit = board[r * n + c];
    if (fruit === EMPTY) continue;
    board[r * n + c] = EMPTY;
    board[to-- * n + c] = fruit;
  }
}
let text = String.fromCharCode(65 + (best[0] % n)) + (Math.floor(best[0] / n) + 1) + '\n';
for (let r = 0; r < n; r++) text += board.toString('latin1', r * n, r * n + n) + '\n';
fs.writeFileSync('output.txt', text);
