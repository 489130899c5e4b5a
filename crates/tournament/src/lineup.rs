//! Who plays a tournament, and under which conditions.

use std::path::PathBuf;

use super::conditions::{Conditions, Details};
use super::ready_agents::ReadyAgents;
use super::store::Store;
use crate::agents::Roster;

/// Who plays a tournament, and under which conditions.
#[derive(Debug)]
pub struct Lineup<'a> {
    /// Those who are ready, or are made so when they are needed.
    pub(super) agents: ReadyAgents<'a>,
    pub(super) conditions: Conditions,
    /// The tournament.
    pub(super) identity: String,
    pub(super) details: Details,
    /// Who does not take part, and why; and whose pairs have to wait.
    pub(super) problems: Vec<(String, String)>,
    /// What a person should know.
    remarks: Vec<String>,
}

impl<'a> Lineup<'a> {
    pub(super) fn new(
        store: &'a Store,
        roster: &'a dyn Roster,
        cache: PathBuf,
        conditions: Conditions,
        details: Details,
    ) -> Self {
        Self {
            agents: ReadyAgents::new(store, roster, cache, conditions.limits),
            conditions,
            details,
            identity: String::new(),
            problems: Vec::new(),
            remarks: Vec::new(),
        }
    }

    pub(super) fn remark(&mut self, remark: String) {
        self.remarks.push(remark);
    }

    /// What a person should know about the agents.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Who does not take part, and why; and whose pairs have to wait.
    pub fn problems(&self) -> &[(String, String)] {
        &self.problems
    }
}
