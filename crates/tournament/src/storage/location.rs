//! Where a database is: in a file, or at a server.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

/// Where a database is.
#[derive(Clone, Debug)]
pub enum Location {
    /// In a file, of SQLite.
    File(PathBuf),
    /// At a server, of PostgreSQL.
    Server(ServerUrl),
}

impl Location {
    /// Whether other machines may be at work on it.
    pub const fn is_shared(&self) -> bool {
        matches!(self, Self::Server(_))
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Server(url) => write!(f, "{url}"),
        }
    }
}

/// The address of a database at a server. What is shown of it has no password.
#[derive(Clone)]
pub struct ServerUrl {
    pub(super) options: Box<PgConnectOptions>,
}

impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let user = self.options.get_username();
        write!(f, "postgres://{user}@{}:{}", self.options.get_host(), self.options.get_port())?;
        write!(f, "/{}", self.options.get_database().unwrap_or(user))
    }
}

impl fmt::Debug for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why something is not the address of a database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}; expected postgres://USER@HOST/DATABASE, such as postgres://arena@db.example.org/cup")]
pub struct UrlError(String);

impl FromStr for ServerUrl {
    type Err = UrlError;

    fn from_str(text: &str) -> Result<Self, UrlError> {
        let Some((_, rest)) = text.split_once("://").filter(|(scheme, _)| ["postgres", "postgresql"].contains(scheme))
        else {
            // Whatever it is, it may hold a password.
            return Err(UrlError("the address of the database does not begin with postgres://".to_owned()));
        };
        if rest.is_empty() {
            return Err(UrlError("the address of the database names no server".to_owned()));
        }
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        if rest.contains('@') && !authority.contains('@') {
            // The rest of the password would be taken for the name of something, and shown.
            return Err(UrlError(
                "the address of the database has a '/', '?', '#' or '@' where it means something else; in a password \
                 write %2F, %3F, %23 and %40"
                    .to_owned(),
            ));
        }
        if let Some(unknown) = parameters(rest).find(|name| !is_known(name)) {
            // Ignored, a slip in `sslmode` would mean that nobody is verified.
            return Err(UrlError(format!("the address of the database has '{unknown}', which is not known here")));
        }
        let options = PgConnectOptions::from_str(text);
        let options = options.map_err(|error| UrlError(format!("the address of the database is wrong: {error}")))?;
        Ok(Self { options: Box::new(options) })
    }
}

/// What else an address may say: what sqlx knows. It passes over everything else without
/// a word.
const PARAMETERS: [&str; 18] = [
    "sslmode",
    "ssl-mode",
    "sslrootcert",
    "ssl-root-cert",
    "ssl-ca",
    "sslcert",
    "ssl-cert",
    "sslkey",
    "ssl-key",
    "statement-cache-capacity",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "application_name",
    "options",
];

fn is_known(parameter: &str) -> bool {
    PARAMETERS.contains(&parameter) || parameter.starts_with("options[")
}

/// The names of the parameters of an address.
fn parameters(address: &str) -> impl Iterator<Item = &str> {
    let query = address.split('#').next().and_then(|address| address.split_once('?'));
    let parameters = query.map_or("", |(_, query)| query).split('&').filter(|parameter| !parameter.is_empty());
    parameters.map(|parameter| parameter.split('=').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_is_shown() {
        let url: ServerUrl = "postgres://ada:secret@db.example.org:5433/cup?sslmode=require".parse().unwrap();
        assert_eq!(url.to_string(), "postgres://ada@db.example.org:5433/cup");
        assert!(!format!("{url:?}").contains("secret"));
    }

    #[test]
    fn a_password_with_signs_of_an_address_is_refused_without_showing_it() {
        for wrong in ["12/secret", "12?secret", "12#secret", "word/secret"] {
            let error = format!("postgres://ada:{wrong}@host/cup").parse::<ServerUrl>().unwrap_err().to_string();
            assert!(error.contains("%2F") && !error.contains("secret") && !error.contains("12"), "{error}");
        }
        let encoded: ServerUrl = "postgres://ada:12%2Fsecret%40@host/cup".parse().unwrap();
        assert_eq!(encoded.to_string(), "postgres://ada@host:5432/cup");
    }

    #[test]
    fn what_an_address_says_is_known_or_refused() {
        for right in ["?sslmode=verify-full&sslrootcert=/a.crt", "?options[search_path]=cup", "?", ""] {
            assert!(format!("postgres://ada@host/cup{right}").parse::<ServerUrl>().is_ok(), "{right}");
        }
        let error = "postgres://ada@host/cup?sslmod=verify-full".parse::<ServerUrl>().unwrap_err().to_string();
        assert!(error.contains("'sslmod', which is not known here"), "{error}");
    }

    #[test]
    fn what_is_no_address_is_refused_without_repeating_it() {
        for wrong in ["", "cup", "mysql://ada:secret@host/cup", "postgres://", "postgres://ada:secret@host:99999/cup"] {
            let error = wrong.parse::<ServerUrl>().unwrap_err().to_string();
            assert!(error.contains("postgres://USER@HOST/DATABASE") && !error.contains("secret"), "{error}");
        }
    }
}
