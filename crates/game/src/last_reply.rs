//! The reply that lost a game, byte for byte, so that the lost move can be looked at again.

use serde::{Deserialize, Serialize};

use super::Ending;

/// What a program left in the turn in which it lost by a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastReply {
    /// Its `output.txt`, if there was one that could be read.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text_or_hex")]
    pub output: Option<Vec<u8>>,
    /// What it was told, if it plays by lines and not by files.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub told: String,
    /// What it said then.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
    /// The last of what it wrote to stderr.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

/// A turn that ends the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// How the game ends with it.
    pub ending: Ending,
    /// What a program left in it.
    pub reply: Option<Box<LastReply>>,
}

impl From<Ending> for Refused {
    fn from(ending: Ending) -> Self {
        Self { ending, reply: None }
    }
}

/// Bytes as text if they are UTF-8, and in hexadecimal digits if they are not.
mod text_or_hex {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Written {
        Text(String),
        Hex { hex: String },
    }

    fn hex(bytes: &[u8]) -> String {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        bytes
            .iter()
            .flat_map(|byte| [byte >> 4, byte & 15])
            .map(|digit| char::from(DIGITS[usize::from(digit)]))
            .collect()
    }

    #[expect(clippy::ref_option, reason = "serde hands over references to fields")]
    pub(super) fn serialize<S: Serializer>(bytes: &Option<Vec<u8>>, serializer: S) -> Result<S::Ok, S::Error> {
        let written = bytes.as_ref().map(|bytes| match str::from_utf8(bytes) {
            Ok(text) => Written::Text(text.to_owned()),
            Err(_) => Written::Hex { hex: hex(bytes) },
        });
        written.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<u8>>, D::Error> {
        Ok(match Option::<Written>::deserialize(deserializer)? {
            None => None,
            Some(Written::Text(text)) => Some(text.into_bytes()),
            Some(Written::Hex { hex }) => {
                let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
                let byte = |pair: &[u8]| match pair {
                    [high, low] => Some(16 * digit(*high)? + digit(*low)?),
                    _ => None,
                };
                let bytes: Option<Vec<u8>> = hex.as_bytes().chunks(2).map(byte).collect();
                Some(bytes.ok_or_else(|| de::Error::custom("expected pairs of hexadecimal digits"))?)
            }
        })
    }
}
