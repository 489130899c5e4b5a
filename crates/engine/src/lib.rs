//! The Fruit Rage: search.
