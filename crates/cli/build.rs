//! Links the program statically where that is possible, because a referee
//! starts it once for every move: without shared libraries to find, map and
//! relocate, a start costs about a third less (BENCHMARKS.md).
//!
//! The usual way, the target feature `crt-static`, would have to be asked for
//! with every build: in a configuration file it also reaches the compiler's own
//! plug-ins, which cannot be static. So the program alone is told to be static,
//! and for each library that the standard library asks for by name a line of
//! linker script leads to the static one.
//!
//! If anything is missing or unusual, nothing is done, and the program uses
//! shared libraries as any other.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Libraries that the standard library is linked with, in that order, and what is
/// to be linked instead. The last ones need each other.
const LIBRARIES: [(&str, &[&str]); 7] = [
    ("libgcc_s.a", &["libgcc_eh.a"]),
    ("libutil.a", &["libutil.a"]),
    ("librt.a", &["librt.a"]),
    ("libpthread.a", &["libpthread.a"]),
    ("libm.a", &["libm.a"]),
    ("libdl.a", &["libdl.a"]),
    ("libc.a", &["libc.a", "libgcc.a", "libgcc_eh.a"]),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(early_entry, static_libc)");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it")).join("static");
    if is_usual_linux() && lead_to_static_libraries(&folder).is_ok_and(|all| all) {
        println!("cargo::rustc-cfg=static_libc");
        link_with(&["-static", "-no-pie", &format!("-L{}", folder.display())]);
        enter_early();
    }
}

fn link_with(arguments: &[&str]) {
    for argument in arguments {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
}

/// Lets the system enter the program before the C library (src/early). That is
/// written for one kind of processor, and for a program whose addresses are known
/// when it is linked.
fn enter_early() {
    if env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|found| found == "x86_64") {
        println!("cargo::rustc-cfg=early_entry");
        link_with(&["-Wl,--entry=fruitrage_entry"]);
        for function in ["memcpy", "memmove", "memset", "memcmp", "bcmp"] {
            link_with(&[&format!("-Wl,--wrap={function}")]);
        }
    }
}

/// Whether the program is for this very system, with its C library and linked
/// by its C compiler.
fn is_usual_linux() -> bool {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && env::var_os("HOST") == env::var_os("TARGET")
        && env::var_os("RUSTC_LINKER").is_none()
}

/// Makes a folder with a line of linker script for each library. Returns whether
/// there is a static one for all of them.
fn lead_to_static_libraries(folder: &Path) -> io::Result<bool> {
    fs::create_dir_all(folder)?;
    for (asked_for, linked) in LIBRARIES {
        let mut found = Vec::new();
        for library in linked {
            let output = Command::new("cc").arg(format!("-print-file-name={library}")).output()?;
            let path = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            // A file that is not found is printed as it was asked for.
            if !Path::new(&path).is_absolute() {
                return Ok(false);
            }
            found.push(format!("\"{path}\""));
        }
        fs::write(folder.join(asked_for), format!("GROUP({})\n", found.join(" ")))?;
    }
    Ok(true)
}
