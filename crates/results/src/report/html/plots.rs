//! The drawings of the page, as SVG. Elements of SVG without contents
//! are written with braces: unlike those of HTML they have to be closed.

use std::fmt::Write;

use maud::{Markup, html};

use crate::report::{Findings, TIME_PART_NAMES, TIME_PARTS};
use crate::{Estimate, Standing};

/// The ratings of everybody on one scale.
pub(super) struct RatingScale {
    low: f64,
    high: f64,
    ticks: Vec<f64>,
}

/// The drawing of a rating in its own units; the style decides how wide it is.
const WIDTH: f64 = 200.0;
const HEIGHT: f64 = 20.0;
/// So that a dot at the end of the scale is whole.
const EDGE: f64 = 6.0;
/// How many Elo a scale has at least, so that its numbers are whole.
const NARROWEST: f64 = 20.0;

impl RatingScale {
    /// A scale on which all ratings and their error bars have a place; none
    /// without any ratings.
    pub(super) fn new(standings: &[Standing]) -> Option<Self> {
        let ends = standings.iter().filter_map(|standing| standing.rating).map(|rating| {
            let bar = rating.error_bar.unwrap_or(0.0);
            [rating.value - bar, rating.value + bar]
        });
        let [low, high] = ends.reduce(|[low, high], [from, to]| [low.min(from), high.max(to)])?;
        // If all are equal there is still a scale.
        let missing = (NARROWEST - (high - low)).max(0.0) / 2.0;
        let (low, high) = (low - missing, high + missing);
        Some(Self { low, high, ticks: ticks(low, high) })
    }

    fn x(&self, rating: f64) -> f64 {
        EDGE + (WIDTH - 2.0 * EDGE) * (rating - self.low) / (self.high - self.low)
    }

    fn grid(&self) -> String {
        self.ticks.iter().fold(String::new(), |mut path, &tick| {
            let _ = write!(path, "M{:.1} 0V{HEIGHT}", self.x(tick));
            path
        })
    }

    /// The numbers above the drawings.
    pub(super) fn axis(&self) -> Markup {
        html! {
            svg.rating viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) aria-hidden="true" {
                @for &tick in &self.ticks {
                    @let x = self.x(tick);
                    // Numbers at the ends would be cut off.
                    @let anchor = if x < 20.0 { "start" } else if x > WIDTH - 20.0 { "end" } else { "middle" };
                    text x=(format!("{x:.1}")) y="14" text-anchor=(anchor) { (format!("{tick:.0}")) }
                }
            }
        }
    }

    /// A dot with its error bar. The numbers stand beside it, so it is left out
    /// for who does not see it.
    pub(super) fn whiskers(&self, rating: Estimate) -> Markup {
        let middle = HEIGHT / 2.0;
        let bar = rating.error_bar.map(|bar| {
            let [from, to] = [rating.value - bar, rating.value + bar].map(|end| self.x(end));
            format!("M{from:.1} {middle}H{to:.1}M{from:.1} 6v8M{to:.1} 6v8")
        });
        html! {
            svg.rating viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) aria-hidden="true" {
                path.grid d=(self.grid()) {}
                @if let Some(bar) = bar { path.bar d=(bar) {} }
                circle cx=(format!("{:.1}", self.x(rating.value))) cy=(middle) r="3.5" {}
            }
        }
    }
}

/// A few round numbers between two others.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    const MOST: f64 = 4.0;
    let rough = (high - low) / MOST;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|&step| step >= rough);
    let step = step.unwrap_or(rough);
    let [first, last] = [(low / step).ceil(), (high / step).floor()].map(|end| end as i64);
    (first..=last).map(|number| number as f64 * step).collect()
}

/// Games by the part of the time that was used in them, as bars.
pub(super) fn time_bars(parts: &[u32; TIME_PARTS]) -> Markup {
    const STEP: usize = 45;
    const TOP: f64 = 14.0;
    const BASE: f64 = 84.0;
    let most = f64::from(parts.iter().copied().max().unwrap_or(0).max(1));
    let told = parts.iter().zip(TIME_PART_NAMES).filter(|&(&games, _)| games > 0);
    let told: Vec<String> = told.map(|(games, name)| format!("{name}: {games}")).collect();
    html! {
        svg.bars viewBox=(format!("0 0 {} 100", STEP * TIME_PARTS)) role="img"
            aria-label=(format!("Games by the part of its time used. {}", told.join(", "))) {
            @for (index, (&games, name)) in parts.iter().zip(TIME_PART_NAMES).enumerate() {
                @let height = (BASE - TOP) * f64::from(games) / most;
                @let middle = STEP * index + STEP / 2;
                @if games > 0 {
                    rect.over[index + 1 == TIME_PARTS] x=(STEP * index + 4) y=(format!("{:.1}", BASE - height)) width=(STEP - 8) height=(format!("{height:.1}")) {}
                    text x=(middle) y=(format!("{:.1}", BASE - height - 4.0)) { (games) }
                }
                text.part x=(middle) y="96" { (name.trim_end_matches(" %")) }
            }
            path.base d=(format!("M0 {BASE}H{}", STEP * TIME_PARTS)) {}
        }
    }
}

/// Won, drawn and lost as one bar in three parts.
pub(super) fn record_bar([won, drawn, lost]: [u32; 3]) -> Markup {
    let all = f64::from((won + drawn + lost).max(1));
    let [won, drawn, lost] = [won, drawn, lost].map(|games| 100.0 * f64::from(games) / all);
    let part = |class: &str, from: f64, width: f64| {
        html! { @if width > 0.0 { rect class=(class) x=(format!("{from:.1}")) width=(format!("{width:.1}")) height="8" {} } }
    };
    html! {
        svg.record viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" {
            (part("won", 0.0, won)) (part("drawn", won, drawn)) (part("lost", won + drawn, lost))
        }
    }
}

/// A machine's speed as a part of the fastest one's, with a line where the median is.
pub(super) fn speed_bar(speed: f64, median: Option<f64>, is_outlier: bool) -> Markup {
    html! {
        svg.speed viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true" {
            rect.over[is_outlier] y="2" width=(format!("{:.1}", 100.0 * speed)) height="8" {}
            @if let Some(median) = median { path.median d=(format!("M{:.1} 0V12", 100.0 * median)) {} }
        }
    }
}

/// The scale for the ratings of a tournament.
pub(super) fn rating_scale(findings: &Findings<'_>) -> Option<RatingScale> {
    RatingScale::new(findings.taking_part())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_few_and_round() {
        assert_eq!(ticks(-430.0, 510.0), [-250.0, 0.0, 250.0, 500.0]);
        assert_eq!(ticks(1490.0, 1510.0), [1490.0, 1495.0, 1500.0, 1505.0, 1510.0]);
    }
}
