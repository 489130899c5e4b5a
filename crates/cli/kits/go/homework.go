// An agent for The Fruit Rage: it takes the largest group. The rest is up to you.
//
// It is started once for each move. It reads input.txt, writes output.txt and ends.
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
	"time"
)

const empty = '*'

var started = time.Now()

// A board is its rows, the top one first.
type board [][]byte

// A cell is its row and column, from 0.
type cell struct{ row, column int }

// readInput returns the board, and the seconds left for the whole game.
func readInput() (board, float64, error) {
	text, err := os.ReadFile("input.txt")
	if err != nil {
		return nil, 0, err
	}
	words := strings.Fields(string(text)) // size, kinds, seconds, then the rows
	if len(words) < 4 {
		return nil, 0, errors.New("input.txt is too short")
	}
	seconds, err := strconv.ParseFloat(words[2], 64)
	if err != nil {
		return nil, 0, err
	}
	var b board
	for _, row := range words[3:] {
		b = append(b, []byte(row))
	}
	return b, seconds, nil
}

// groupAt returns the cells of the group that holds this fruit, and marks them as seen.
// The group itself is the list of what is still to be looked at, so that no function must
// call itself.
func groupAt(b board, start cell, seen map[cell]bool) []cell {
	size, fruit := len(b), b[start.row][start.column]
	group := []cell{start}
	seen[start] = true
	for next := 0; next < len(group); next++ {
		row, column := group[next].row, group[next].column
		for _, c := range []cell{{row - 1, column}, {row + 1, column}, {row, column - 1}, {row, column + 1}} {
			inside := 0 <= c.row && c.row < size && 0 <= c.column && c.column < size
			if inside && !seen[c] && b[c.row][c.column] == fruit {
				seen[c] = true
				group = append(group, c)
			}
		}
	}
	return group
}

// allGroups returns every group, in the order of their first cells: row by row from the top.
func allGroups(b board) [][]cell {
	var groups [][]cell
	seen := map[cell]bool{}
	for row := range b {
		for column, fruit := range b[row] {
			if fruit != empty && !seen[cell{row, column}] {
				groups = append(groups, groupAt(b, cell{row, column}, seen))
			}
		}
	}
	return groups
}

// after returns the board after a group is taken and the fruit above it has fallen.
func after(b board, group []cell) board {
	result := make(board, len(b))
	for row := range b {
		result[row] = append([]byte(nil), b[row]...)
	}
	for _, c := range group {
		result[c.row][c.column] = empty
	}
	for column := range b {
		bottom := len(b) - 1
		for row := len(b) - 1; row >= 0; row-- {
			if fruit := result[row][column]; fruit != empty {
				result[row][column] = empty
				result[bottom][column] = fruit
				bottom--
			}
		}
	}
	return result
}

// used returns the seconds that this move has used. The referee counts the CPU time of all
// threads together; with one of them the time on the wall is never less.
func used() float64 { return time.Since(started).Seconds() }

// choose returns the group to take: the largest, and of equal ones the first.
//
// What to do next, here:
//
//  1. Look at what you leave. after(b, group) is the board that your opponent gets: how
//     large is the largest group there? Taking k fruits is worth k * k points.
//  2. Look further ahead: your move, the reply, your next move. Read about minimax, then
//     about alpha-beta. It gains most if large groups are tried first.
//  3. Keep to the clock. seconds must do for all your moves to come, and who uses them up
//     loses. Allow this move a part of them, and when used() gets there, return the best
//     group so far.
func choose(b board, seconds float64) []cell {
	var best []cell
	for _, group := range allGroups(b) {
		if len(group) > len(best) {
			best = group
		}
	}
	return best
}

// writeOutput writes the move, such as B1, and the board after it.
func writeOutput(b board, group []cell) error {
	text := fmt.Sprintf("%c%d\n", 'A'+group[0].column, group[0].row+1)
	for _, row := range after(b, group) {
		text += string(row) + "\n"
	}
	return os.WriteFile("output.txt", []byte(text), 0o644)
}

func main() {
	b, seconds, err := readInput()
	if err != nil {
		log.Fatal(err)
	}
	group := choose(b, seconds)
	if err := writeOutput(b, group); err != nil {
		log.Fatal(err)
	}
	// Only output.txt counts. What is printed to stderr is for you.
	fmt.Fprintf(os.Stderr, "took %d, used %.3f s of %.3f s\n", len(group), used(), seconds)
}
