//! Notes about members, which operators write for each other. The member can read them on request: they are part of the export
//! of their data (security 7.8).

use marquee_model::loyalty::MAX_NOTE_CHARACTERS;
use marquee_model::{MemberId, NoteId};
use marquee_store::NoteRow;

use super::Admin;
use super::error::AdminError;
use crate::context::new_id;

/// Maximum number of notes about a member.
const MAX_NOTES: u64 = 50;

/// Which notes an operator may remove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RemovableNotes {
    /// Those that the actor wrote.
    Own,
    /// Those of every author, for who runs the server.
    All,
}

/// A note without surrounding spaces.
fn checked(text: &str) -> Result<&str, AdminError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(AdminError::field("text", "is required"));
    }
    if text.chars().count() > MAX_NOTE_CHARACTERS {
        return Err(AdminError::field("text", format!("must have at most {MAX_NOTE_CHARACTERS} characters")));
    }
    if text.contains(|c: char| c.is_control() && c != '\n') {
        return Err(AdminError::field("text", "must not contain control characters"));
    }
    Ok(text)
}

impl Admin<'_> {
    /// The notes about a member, newest first.
    ///
    /// # Errors
    /// [`AdminError::NotFound`] for an unknown member.
    pub async fn notes(&self, id: &MemberId) -> Result<Vec<NoteRow>, AdminError> {
        let (store, site) = (&self.context.store, &self.site.key);
        store.member(site, id).await?.ok_or(AdminError::NotFound("member"))?;
        Ok(store.notes(site, id).await?)
    }

    /// Adds a note about a member, at most 50 for each, and returns it. The audit log does not have its text.
    ///
    /// # Errors
    /// [`AdminError::NotFound`] for an unknown member, [`AdminError::Field`] for an empty or long text,
    /// [`AdminError::Conflict`] if there are too many notes.
    pub async fn add_note(&self, id: &MemberId, text: &str) -> Result<NoteRow, AdminError> {
        let site = &self.site.key;
        let text = checked(text)?.to_owned();
        let mut tx = self.context.begin().await?;
        tx.member(site, id).await?.ok_or(AdminError::NotFound("member"))?;
        if tx.count_notes(site, id).await? >= MAX_NOTES {
            return Err(AdminError::conflict(format!(
                "there are {MAX_NOTES} notes about this member: remove one first"
            )));
        }
        let note =
            NoteRow { id: new_id::<NoteId>()?, author: self.actor.to_owned(), text, at: self.context.now() };
        tx.add_note(site, id, &note).await?;
        self.log_audit(&mut tx, "member.note", id.as_str()).await?;
        tx.commit().await?;
        Ok(note)
    }

    /// Removes a note about a member.
    ///
    /// # Errors
    /// [`AdminError::NotFound`] for an unknown member or note, [`AdminError::NotAuthor`] if somebody else wrote it.
    pub async fn remove_note(
        &self,
        id: &MemberId,
        note: &NoteId,
        removable: RemovableNotes,
    ) -> Result<(), AdminError> {
        let site = &self.site.key;
        let mut tx = self.context.begin().await?;
        tx.member(site, id).await?.ok_or(AdminError::NotFound("member"))?;
        let row = tx.note(site, id, note).await?.ok_or(AdminError::NotFound("note"))?;
        if removable == RemovableNotes::Own && row.author != self.actor {
            return Err(AdminError::NotAuthor);
        }
        tx.remove_note(site, note).await?;
        self.log_audit(&mut tx, "member.note-remove", id.as_str()).await?;
        tx.commit().await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_has_one_to_500_characters_and_may_have_lines() {
        let long = "é".repeat(MAX_NOTE_CHARACTERS);
        for (text, expected) in [(" Row F\n", "Row F"), ("a\nb", "a\nb"), (&long, &long)] {
            assert_eq!(checked(text).unwrap(), expected);
        }
        for (text, rule) in [
            (" \n ", "text is required"),
            (&format!("{long}é"), "text must have at most 500 characters"),
            ("a\u{0}b", "text must not contain control characters"),
        ] {
            assert_eq!(checked(text).unwrap_err().to_string(), rule);
        }
    }
}
