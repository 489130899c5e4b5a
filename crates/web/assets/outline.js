// The border of cells as a path with rounded corners: groups, footprints and rings.
//
// A cell is 64 units wide, as the drawings of the fruit are.

import { nameOf, placeOf } from "./words.js";

export const CELL = 64;

/** Right, down, left, up: the way around a cell, with its inside on the right. */
const WAYS = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/** The cells that belong together: equal neighbours, and equal in whatever else `same` says. */
export function shapes(rows, same = () => true) {
  const found = [];
  const seen = new Set();
  const size = rows.length;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const kind = rows[y][x];
      if (kind === "*" || seen.has(y * size + x)) continue;
      const cells = [];
      const open = [[x, y]];
      seen.add(y * size + x);
      while (open.length) {
        const [column, row] = open.pop();
        cells.push(nameOf(column, row));
        for (const [right, down] of WAYS) {
          const [c, r] = [column + right, row + down];
          if (c < 0 || r < 0 || c >= size || r >= size || seen.has(r * size + c)) continue;
          if (rows[r][c] !== kind || !same(nameOf(column, row), nameOf(c, r))) continue;
          seen.add(r * size + c);
          open.push([c, r]);
        }
      }
      found.push({ kind, cells });
    }
  }
  return found;
}

/**
 * The border around cells, `inset` units inside their edges, as a path. Where two cells
 * meet only at a corner, they stay apart.
 */
export function border(cells, inset, radius) {
  const inside = new Set(cells);
  const has = (x, y) => inside.has(nameOf(x, y));
  // Each edge begins at a corner and goes one of four ways.
  const edges = new Map();
  const add = (x, y, way) => edges.set(`${x},${y},${way}`, [x, y, way]);
  for (const cell of cells) {
    const [x, y] = placeOf(cell);
    if (!has(x, y - 1)) add(x, y, 0);
    if (!has(x + 1, y)) add(x + 1, y, 1);
    if (!has(x, y + 1)) add(x + 1, y + 1, 2);
    if (!has(x - 1, y)) add(x, y + 1, 3);
  }
  const parts = [];
  while (edges.size) {
    const [first] = edges.values();
    const corners = [];
    let [x, y, way] = first;
    do {
      edges.delete(`${x},${y},${way}`);
      x += WAYS[way][0];
      y += WAYS[way][1];
      // To the right first: that keeps cells apart which meet at a corner.
      const next = [(way + 1) % 4, way, (way + 3) % 4].find((each) => edges.has(`${x},${y},${each}`) || (x === first[0] && y === first[1] && each === first[2]));
      if (next !== way) corners.push([x, y, way, next]);
      way = next;
    } while (x !== first[0] || y !== first[1] || way !== first[2]);
    parts.push(rounded(corners, inset, radius));
  }
  return parts.join("");
}

function rounded(corners, inset, radius) {
  const number = (value) => Math.round(value * 10) / 10;
  const path = corners.map(([x, y, from, to], index) => {
    const [a, b] = [WAYS[from], WAYS[to]];
    const px = x * CELL - (a[1] + b[1]) * inset;
    const py = y * CELL + (a[0] + b[0]) * inset;
    const turnsIn = to === (from + 1) % 4;
    const r = turnsIn ? radius : Math.min(radius, 2 * inset + 3);
    const start = `${number(px - a[0] * r)} ${number(py - a[1] * r)}`;
    const end = `${number(px + b[0] * r)} ${number(py + b[1] * r)}`;
    return `${index ? "L" : "M"}${start}A${number(r)} ${number(r)} 0 0 ${turnsIn ? 1 : 0} ${end}`;
  });
  return `${path.join("")}Z`;
}

/** The cell of a group where its label goes: in its topmost row, the one furthest right or left. */
export function labelled(cells, left) {
  const places = cells.map(placeOf);
  const top = Math.min(...places.map(([, row]) => row));
  const columns = places.filter(([, row]) => row === top).map(([column]) => column);
  return [left ? Math.min(...columns) : Math.max(...columns), top];
}
