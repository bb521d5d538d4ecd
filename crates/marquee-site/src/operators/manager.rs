//! Who manages the people and the roles of a site.

use marquee_api::paths::EDITOR_PREFIX;
use marquee_auth::Token;
use marquee_model::SiteId;
use marquee_model::operator::{Grant, Permission};

use super::{OperatorError, SignedIn};
use crate::draft::Author;

/// The address in the editor at `origin` under which an invitation is accepted.
#[must_use]
pub fn invitation_link(origin: &str, token: &Token) -> String {
    format!("{origin}{EDITOR_PREFIX}welcome/?token={}", token.reveal())
}

/// Who manages the people and the roles of a site (security 2.8).
#[derive(Debug, Clone, Copy)]
pub enum Manager<'p> {
    /// A person in the editor: their role must permit it, and they must have confirmed it recently.
    Person(&'p SignedIn),
    /// A command, run by whoever has the server, who may do what owners may.
    Command,
}

impl<'p> From<&'p SignedIn> for Manager<'p> {
    fn from(person: &'p SignedIn) -> Self {
        Self::Person(person)
    }
}

impl Manager<'_> {
    /// The author of a change.
    ///
    /// # Errors
    /// `NotFound`, `NotPermitted`, `Unconfirmed`, all for persons only.
    pub(super) fn author(self, site: &SiteId) -> Result<Author, OperatorError> {
        match self {
            Self::Command => Ok(Author::command()),
            Self::Person(person) => {
                let author = person.author(site, Permission::People)?;
                person.require_recent()?;
                Ok(author)
            }
        }
    }

    /// What they may do on the site; `None` for a person without a role there.
    pub(super) fn grant(self, site: &SiteId) -> Option<Grant> {
        match self {
            Self::Command => Some(Author::command().grant),
            Self::Person(person) => person.grant(site).cloned(),
        }
    }
}
