//! The Fruit Rage on the command line.
fn main() {}
