//! Makes the list of burdens that the solver looks up (`src/solver/burdens.rs`).

use std::env;
use std::fs;
use std::path::Path;

#[path = "src/solver/burdens.rs"]
mod burdens;
#[allow(dead_code, reason = "the solver uses more of it")]
#[path = "src/solver/sizes.rs"]
mod sizes;

fn main() {
    println!("cargo::rerun-if-changed=src/solver/burdens.rs");
    println!("cargo::rerun-if-changed=src/solver/sizes.rs");
    let folder = env::var_os("OUT_DIR").expect("cargo names a folder");
    fs::write(Path::new(&folder).join("burdens.bin"), burdens::all()).expect("the folder can be written to");
}
