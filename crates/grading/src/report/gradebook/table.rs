//! A table as a spreadsheet or a platform has written it, with the place of every cell, so
//! that some cells can be changed and every other byte stays as it is.

use std::ops::Range;

/// A table of somebody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    text: String,
    separator: u8,
    rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The line that it begins on, counted from 1.
    pub(super) line: usize,
    /// Its cells.
    pub(super) cells: Vec<Cell>,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    /// What it says.
    pub(super) text: String,
    /// Where it is written, quotes included.
    place: Range<usize>,
    is_quoted: bool,
}

/// A file that is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Bytes that are no text.
    #[error("line {0}: not UTF-8; save it as 'CSV UTF-8' or export it again, without opening it in a spreadsheet")]
    NotText(usize),
    /// A quoted cell without an end.
    #[error("line {0}: a quoted cell begins here and never ends")]
    OpenQuote(usize),
    /// Letters between a quoted cell's end and the next cell.
    #[error("line {line}: expected '{separator}' or the end of the line after a quoted cell, found '{found}'")]
    AfterQuote {
        /// Where.
        line: usize,
        /// What divides cells.
        separator: char,
        /// What stands there.
        found: char,
    },
    /// No cells at all.
    #[error("the file has no line of column names")]
    Empty,
}

/// What some programs put before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

impl Table {
    /// Reads a table. Cells are divided by `,`, `;` or tabs, whichever there are most of in
    /// the first line.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, TableError> {
        let text = std::str::from_utf8(bytes)
            .map_err(|error| TableError::NotText(bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count()))?;
        let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
        let separator = separator(&text[start..]);
        let rows = Reader { text, at: start, line: 1, separator }.rows()?;
        if rows.is_empty() {
            return Err(TableError::Empty);
        }
        Ok(Self { text: text.to_owned(), separator, rows })
    }

    /// Its rows; the first one has the names of the columns. Empty lines are none.
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// What divides its cells.
    pub(super) const fn separator(&self) -> char {
        self.separator as char
    }

    /// The text with other contents of some cells, by row and column. Quotes stay where
    /// there are some, and come where they are needed.
    pub(super) fn with(&self, mut changes: Vec<(usize, usize, String)>) -> String {
        changes.sort();
        let mut text = String::with_capacity(self.text.len() + 8 * changes.len());
        let mut copied = 0;
        for (row, column, content) in changes {
            let cell = &self.rows[row].cells[column];
            text.push_str(&self.text[copied..cell.place.start]);
            text.push_str(&self.written(&content, cell.is_quoted));
            copied = cell.place.end;
        }
        text.push_str(&self.text[copied..]);
        text
    }

    fn written(&self, content: &str, quoted: bool) -> String {
        if quoted || content.contains([self.separator(), '"', '\r', '\n']) {
            format!("\"{}\"", content.replace('"', "\"\""))
        } else {
            content.to_owned()
        }
    }
}

/// What divides cells, by the first line.
fn separator(text: &str) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let mut quoted = false;
    for byte in text.bytes() {
        match byte {
            b'"' => quoted = !quoted,
            b'\r' | b'\n' if !quoted => break,
            _ if quoted => {}
            _ => counts.iter_mut().filter(|(separator, _)| *separator == byte).for_each(|(_, count)| *count += 1),
        }
    }
    // Of equals the last is taken, so the comma stands there.
    counts.into_iter().rev().max_by_key(|&(_, count)| count).map_or(b',', |(separator, _)| separator)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    separator: u8,
}

impl Reader<'_> {
    fn rows(mut self) -> Result<Vec<Row>, TableError> {
        let mut rows = Vec::new();
        while self.at < self.text.len() {
            let line = self.line;
            let mut cells = vec![self.cell()?];
            while self.peek() == Some(self.separator) {
                self.at += 1;
                cells.push(self.cell()?);
            }
            self.end_line();
            if cells.len() > 1 || cells[0].is_quoted || !cells[0].text.is_empty() {
                rows.push(Row { line, cells });
            }
        }
        Ok(rows)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn end_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += if rest.starts_with("\r\n") { 2 } else { usize::from(!rest.is_empty()) };
        self.line += 1;
    }

    fn cell(&mut self) -> Result<Cell, TableError> {
        if self.peek() == Some(b'"') {
            return self.quoted();
        }
        let start = self.at;
        let ends = |byte: u8| byte == self.separator || byte == b'\r' || byte == b'\n';
        let length = self.text.as_bytes()[start..].iter().position(|&byte| ends(byte));
        self.at = length.map_or(self.text.len(), |length| start + length);
        Ok(Cell { text: self.text[start..self.at].to_owned(), place: start..self.at, is_quoted: false })
    }

    fn quoted(&mut self) -> Result<Cell, TableError> {
        let (start, line) = (self.at, self.line);
        let mut text = String::new();
        self.at += 1;
        loop {
            let rest = &self.text[self.at..];
            let end = rest.find('"').ok_or(TableError::OpenQuote(line))?;
            text.push_str(&rest[..end]);
            self.line += rest[..end].matches('\n').count();
            self.at += end + 1;
            if self.peek() != Some(b'"') {
                break;
            }
            text.push('"');
            self.at += 1;
        }
        match self.text[self.at..].chars().next() {
            Some(found) if !found.is_ascii() || ![self.separator, b'\r', b'\n'].contains(&(found as u8)) => {
                Err(TableError::AfterQuote { line: self.line, separator: self.separator.into(), found })
            }
            _ => Ok(Cell { text, place: start..self.at, is_quoted: true }),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_byte_stays_but_those_of_changed_cells() {
        let text =
            "\u{feff}\"Student\";ID;\"Lab; 1 (7)\"\r\n\r\n\"O'Neil, \"\"Zo\u{eb}\"\"\" ;1;\r\n;;\"EX\"\nlast;2;3";
        assert_eq!(
            Table::read(text.as_bytes()),
            Err(TableError::AfterQuote { line: 3, separator: ';', found: ' ' }),
            "the blank after the quote is in nobody's cell"
        );
        let text = text.replace("\"\"\" ;", "\"\"\";");
        let table = Table::read(text.as_bytes()).unwrap();
        assert_eq!(table.separator(), ';');
        assert_eq!(table.rows()[1].cells[0].text, "O'Neil, \"Zo\u{eb}\"");
        assert_eq!((table.rows()[1].line, table.rows()[2].line, table.rows()[3].line), (3, 4, 5));
        assert_eq!(table.with(vec![]), text);
        let changed = table.with(vec![(2, 2, "a\"b".to_owned()), (1, 2, "7,5".to_owned()), (3, 2, "x;y".to_owned())]);
        let expected =
            text.replace("\";1;\r", "\";1;7,5\r").replace("\"EX\"", "\"a\"\"b\"").replace(";2;3", ";2;\"x;y\"");
        assert_eq!(changed, expected);
    }

    #[test]
    fn what_is_no_table_is_refused_with_its_line() {
        assert_eq!(Table::read(b""), Err(TableError::Empty));
        assert_eq!(Table::read(b"\xef\xbb\xbf\r\n\n"), Err(TableError::Empty));
        assert_eq!(Table::read(b"a,b\nZo\xeb,1\n"), Err(TableError::NotText(2)));
        assert_eq!(Table::read(b"a,b\n1,\"2\n3\n"), Err(TableError::OpenQuote(2)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(fruitrage_testing::cases(2000)))]

        /// Whatever a table says, it is read as the csv crate reads it, and what is changed is
        /// all that is changed.
        #[test]
        fn tables_are_read_as_others_read_them(
            contents in prop::collection::vec(prop::collection::vec("[a-z0-9 ,;\"\r\n\u{e4}]{0,5}", 3), 1..6),
            ending in prop::sample::select(vec!["\n", "\r\n"]),
            quoted in any::<bool>(),
            change in (any::<prop::sample::Index>(), 0..3_usize, "[a-z0-9 ,;\"\u{e4}]{0,5}"),
        ) {
            let style = if quoted { csv::QuoteStyle::Always } else { csv::QuoteStyle::Necessary };
            let end = if ending == "\n" { csv::Terminator::Any(b'\n') } else { csv::Terminator::CRLF };
            let mut out = csv::WriterBuilder::new().quote_style(style).terminator(end).from_writer(Vec::new());
            // The first line decides what divides cells.
            out.write_record(["a", "b", "c"]).unwrap();
            for row in &contents {
                out.write_record(row).unwrap();
            }
            let text = String::from_utf8(out.into_inner().unwrap()).unwrap();
            let table = Table::read(text.as_bytes()).unwrap();
            prop_assert_eq!(table.with(vec![]), text.as_str());
            let read: Vec<Vec<String>> =
                table.rows()[1..].iter().map(|row| row.cells.iter().map(|cell| cell.text.clone()).collect()).collect();
            prop_assert_eq!(&read, &contents);

            let (row, column, content) = (change.0.index(contents.len()), change.1, change.2);
            let changed = table.with(vec![(row + 1, column, content.clone())]);
            let mut expected = contents;
            expected[row][column] = content;
            let mut reader = csv::ReaderBuilder::new().from_reader(changed.as_bytes());
            let read: Vec<Vec<String>> =
                reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect();
            prop_assert_eq!(read, expected);
        }
    }
}
