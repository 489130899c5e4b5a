//! The program that is packed: whether platforms, which run Linux, can run it.

/// What is known of a program before it is packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LinuxProgram {
    /// The oldest C library that it runs with, as 2.34; none if it brings its own.
    pub(super) glibc: Option<(u32, u32)>,
    /// Whether it is for the processors that platforms have.
    pub(super) is_x86_64: bool,
}

/// The C library of the platforms' usual images, Ubuntu 22.04 and Debian 12.
pub(super) const USUAL_GLIBC: (u32, u32) = (2, 35);

impl LinuxProgram {
    /// Looks at a program. None if it is none for Linux.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        if !bytes.starts_with(b"\x7fELF") {
            return None;
        }
        // The number of the machine, in the order of bytes that all of them have here.
        let is_x86_64 = bytes.get(18..20) == Some(&[0x3e, 0x00]);
        Some(Self { glibc: newest_glibc(bytes), is_x86_64 })
    }
}

/// The newest version of the C library that a symbol is taken from.
fn newest_glibc(bytes: &[u8]) -> Option<(u32, u32)> {
    const NAME: &[u8] = b"\0GLIBC_";
    let versions =
        bytes.windows(NAME.len()).enumerate().filter(|(_, window)| *window == NAME).filter_map(|(place, _)| {
            let rest = &bytes[place + NAME.len()..];
            let text = str::from_utf8(&rest[..rest.iter().position(|&byte| byte == 0)?]).ok()?;
            let mut numbers = text.split('.').map(|number| number.parse::<u32>().ok());
            Some((numbers.next()??, numbers.next()??))
        });
    versions.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_tells_what_it_needs() {
        let mut elf = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3e\0".to_vec();
        assert_eq!(LinuxProgram::of(&elf), Some(LinuxProgram { glibc: None, is_x86_64: true }));
        elf.extend(b"\0GLIBC_2.4\0GLIBC_2.34\0GLIBC_2.2.5\0GLIBC_PRIVATE\0");
        assert_eq!(LinuxProgram::of(&elf).and_then(|program| program.glibc), Some((2, 34)));
        assert_eq!(LinuxProgram::of(b"MZ\x90"), None);
    }
}
