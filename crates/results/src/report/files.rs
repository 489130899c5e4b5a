//! The files of a report: their names, and what writes each.

use std::io::{self, Write};

use super::{Findings, crosstable_csv, games_pgn, report_html, results_json, standings_csv};

/// Writes one form of a report.
pub type ReportForm = fn(&Findings<'_>, &mut dyn Write) -> io::Result<()>;

/// The files of a report by their names. The last one is the page for people.
pub const REPORT_FILES: [(&str, ReportForm); 5] = [
    ("standings.csv", |findings, out| standings_csv(findings, out)),
    ("crosstable.csv", |findings, out| crosstable_csv(findings, out)),
    ("results.json", |findings, out| results_json(findings, out)),
    ("games.pgn", |findings, out| games_pgn(findings, out)),
    ("report.html", |findings, out| out.write_all(report_html(findings).as_bytes())),
];
