//! The drawings of the pages, as SVG.

use maud::{Markup, html};

/// A part of something as a bar; dashed if a part of it is not known yet.
pub(super) fn share_bar(share: f64, open: bool) -> Markup {
    html! {
        svg.share viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" {
            rect.ground width="100" height="8" {}
            @if share > 0.0 { rect.earned width=(format!("{:.1}", 100.0 * share)) height="8" {} }
            @if open { rect.open x="0.5" y="0.5" width="99" height="7" {} }
        }
    }
}

/// How many bars a histogram has.
const BARS: usize = 10;

/// How many shares, from 0 to 1, are in each tenth; 1 itself is in the last.
pub(super) fn tenths(shares: &[f64]) -> [usize; BARS] {
    let mut bars = [0; BARS];
    for share in shares {
        bars[((share * BARS as f64) as usize).min(BARS - 1)] += 1;
    }
    bars
}

/// How many students have how much of the points.
pub(super) fn histogram(shares: &[f64]) -> Markup {
    const STEP: usize = 48;
    const TOP: f64 = 16.0;
    const BASE: f64 = 116.0;
    let bars = tenths(shares);
    let most = bars.iter().copied().max().unwrap_or(0).max(1) as f64;
    let label = |bar: usize| {
        if bar + 1 == BARS { format!("{}–100", bar * 10) } else { format!("{}–{}", bar * 10, bar * 10 + 9) }
    };
    let told: Vec<String> =
        (0..BARS).filter(|&bar| bars[bar] > 0).map(|bar| format!("{} %: {}", label(bar), bars[bar])).collect();
    html! {
        svg.histogram viewBox=(format!("0 0 {} 134", STEP * BARS)) role="img"
            aria-label=(format!("Students by percent of the points. {}", told.join(", "))) {
            @for (bar, &students) in bars.iter().enumerate() {
                @let height = (BASE - TOP) * students as f64 / most;
                @let middle = STEP * bar + STEP / 2;
                @if students > 0 {
                    rect x=(STEP * bar + 4) y=(format!("{:.1}", BASE - height)) width=(STEP - 8) height=(format!("{height:.1}")) {}
                    text x=(middle) y=(format!("{:.1}", BASE - height - 4.0)) { (students) }
                }
                text x=(middle) y="130" { (label(bar)) }
            }
            path.base d=(format!("M0 {BASE}H{}", STEP * BARS)) {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_in_one_tenth() {
        assert_eq!(tenths(&[0.0, 0.099, 0.1, 0.55, 0.999, 1.0]), [2, 1, 0, 0, 0, 1, 0, 0, 0, 2]);
    }
}
