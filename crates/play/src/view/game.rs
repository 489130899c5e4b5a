//! A game under way: how it stands and what happened, with what can be taken then.

use serde_json::{Value, json};

use super::{groups, value};
use crate::session::{SessionEvent, Snapshot, Told};

/// Returns how a game stands, with what can be taken.
pub fn with_groups(snapshot: &Snapshot) -> Value {
    let mut shown = value(snapshot);
    shown["type"] = json!("snapshot");
    shown["groups"] = groups(snapshot.position.board());
    shown
}

/// Returns what happened, with what can be taken then.
pub fn shown(told: &Told) -> Value {
    let mut shown = value(told);
    match &told.event {
        SessionEvent::Moved(played) => {
            shown["groups"] = groups(played.position.board());
        }
        SessionEvent::TookBack { snapshot, .. } => shown["snapshot"] = with_groups(snapshot),
        _ => {}
    }
    shown
}
