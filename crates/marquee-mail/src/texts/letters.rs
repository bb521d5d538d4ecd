//! The texts of each letter, from the catalog (`locales/*/mail.json`), without exclamation marks (ux.md section 10).

use marquee_messages::{Language, mail as text};

use super::LetterText;
use crate::{Address, Branding, Letter, Link};

/// What the texts of a letter depend on.
struct Context<'c> {
    language: Language,
    branding: &'c Branding,
    /// The site's name.
    site: &'c str,
}

/// The text of a letter; `name` is used in the greeting.
pub fn letter_text(
    letter: &Letter,
    branding: &Branding,
    language: Language,
    name: Option<&str>,
) -> LetterText {
    let context = Context { language, branding, site: &branding.name };
    let greeting =
        name.map_or_else(|| text::greeting(language).to_owned(), |name| text::greeting_name(language, name));
    let questions =
        branding.contact_address.as_ref().map(|contact| text::questions(language, contact.as_str()));
    let why = text::why(language, context.site);
    let footer: Vec<String> = questions.into_iter().chain([why]).collect();
    context.body(letter).with_frame(language.tag(), &greeting, &footer)
}

/// Joins two sentences with a space.
fn joined(first: &str, second: &str) -> String {
    format!("{first} {second}")
}

impl Context<'_> {
    fn body(&self, letter: &Letter) -> LetterText {
        match letter {
            Letter::UsernameReminder { username } => self.username_reminder(username),
            Letter::ResetCode { link, minutes } => self.reset_code(link, *minutes),
            Letter::PasswordChanged => self.password_changed(),
            Letter::EmailChanged { old, new } => self.email_changed(old, new),
            Letter::UsernameChanged { username } => self.username_changed(username),
            Letter::PhoneChanged => self.phone_changed(),
            Letter::ConfirmUsername { link, minutes } => self.confirm_username(link, *minutes),
            Letter::ConfirmMembership { name, link, hours } => self.confirm_membership(name, link, *hours),
            Letter::Activation { link, hours } => self.activation(link, *hours),
            Letter::Welcome { .. } => self.welcome(),
            Letter::AlreadyMember => self.already_member(),
            Letter::SessionsEnded => self.sessions_ended(),
            Letter::AccountDeleted => self.account_deleted(),
            Letter::CardReplaced { last_four } => self.card_replaced(last_four),
            Letter::MembershipActive { name, until } => self.membership_active(name, until.as_deref()),
            Letter::OperatorInvitation { inviter, link, days } => {
                self.operator_invitation(inviter, link, *days)
            }
            Letter::SecondFactorReminder { sender, link } => self.second_factor_reminder(sender, link),
            Letter::OperatorReset { link, minutes } => self.operator_reset(link, *minutes),
            Letter::OperatorEmail { link, hours } => self.operator_email(link, *hours),
            Letter::FeedHeld { feed, gone, link } => self.feed_held(feed, *gone, link),
            Letter::FeedStale { feed, link } => self.feed_stale(feed, link),
            Letter::RewardOrdered { name, quantity, code } => self.reward_ordered(name, *quantity, code),
        }
    }

    fn username_reminder(&self, username: &str) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(
            &text::username_reminder_subject(l, site),
            text::username_reminder_preview(l),
            text::username_reminder_heading(l),
        )
        .paragraph(&text::username_reminder_text(l, site))
        .fact(text::username(l), username)
        .closing_paragraph(text::ignore(l))
    }

    fn reset_code(&self, link: &Link, minutes: u32) -> LetterText {
        let (l, site) = (self.language, self.site);
        let time = text::minutes(l, minutes.into());
        LetterText::new(
            &text::reset_code_subject(l, site),
            &text::reset_code_preview(l, &time),
            text::reset_code_heading(l),
        )
        .paragraph(&text::reset_code_text(l, site))
        .paragraph(&text::reset_code_how(l, &time))
        .button(text::reset_code_button(l), link, text::hint(l))
        .closing_paragraph(&joined(text::ignore(l), text::reset_code_unchanged(l)))
    }

    fn password_changed(&self) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(
            &text::password_changed_subject(l, site),
            text::fine(l),
            text::password_changed_heading(l),
        )
        .paragraph(&text::password_changed_text(l, site))
        .paragraph(text::fine(l))
        .site_button(&text::go_to_site(l, site), self.branding)
        .closing_paragraph(&joined(text::password_changed_otherwise(l), &self.then_tell_us()))
    }

    fn email_changed(&self, old: &Address, new: &Address) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(&text::email_changed_subject(l, site), text::fine(l), text::email_changed_heading(l))
            .paragraph(&text::email_changed_text(l, site, &old.masked()))
            .fact(text::email_changed_email(l), new.as_str())
            .closing_paragraph(text::email_changed_next(l))
            .closing_paragraph(&self.tell_us())
    }

    fn username_changed(&self, username: &str) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(
            &text::username_changed_subject(l, site),
            text::fine(l),
            text::username_changed_heading(l),
        )
        .paragraph(&text::username_changed_text(l, site))
        .fact(text::username(l), username)
        .closing_paragraph(text::fine(l))
        .closing_paragraph(&self.tell_us())
    }

    fn phone_changed(&self) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(&text::phone_changed_subject(l, site), text::fine(l), text::phone_changed_heading(l))
            .paragraph(&text::phone_changed_text(l, site))
            .paragraph(text::fine(l))
            .site_button(&text::go_to_site(l, site), self.branding)
            .closing_paragraph(&joined(text::phone_changed_otherwise(l), &self.then_tell_us()))
    }

    fn confirm_username(&self, link: &Link, minutes: u32) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(
            &text::confirm_username_subject(l, site),
            text::nothing_changes(l),
            text::confirm_username_heading(l),
        )
        .paragraph(&text::confirm_username_text(l, site))
        .paragraph(&text::confirm_username_how(l, &text::minutes(l, minutes.into())))
        .button(text::confirm_username_button(l), link, text::hint(l))
        .closing_paragraph(text::ignore_unconfirmed(l))
    }

    fn confirm_membership(&self, membership: &str, link: &Link, hours: u32) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(
            &text::confirm_membership_subject(l, site),
            text::nothing_changes(l),
            text::confirm_membership_heading(l),
        )
        .paragraph(&text::confirm_membership_text(l, membership, site))
        .paragraph(&text::confirm_membership_how(l, &text::hours(l, hours.into())))
        .button(text::confirm_membership_button(l), link, text::hint(l))
        .closing_paragraph(text::ignore_unconfirmed(l))
    }

    fn activation(&self, link: &Link, hours: u32) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(
            &text::activation_subject(l, site),
            text::activation_preview(l),
            text::activation_heading(l),
        )
        .paragraph(&text::activation_text(l, site))
        .paragraph(&text::activation_how(l, &text::hours(l, hours.into())))
        .button(text::activation_button(l), link, text::hint(l))
        .closing_paragraph(text::activation_ignore(l))
    }

    fn operator_invitation(&self, inviter: &str, link: &Link, days: u32) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(
            &text::operator_invitation_subject(l, site),
            &text::operator_invitation_preview(l, inviter),
            &text::operator_invitation_heading(l, site),
        )
        .paragraph(&text::operator_invitation_text(l, inviter, site))
        .paragraph(&text::operator_invitation_how(l, &text::days(l, days.into())))
        .button(text::operator_invitation_button(l), link, text::hint(l))
        .closing_paragraph(text::operator_invitation_ignore(l))
    }

    fn second_factor_reminder(&self, sender: &str, link: &Link) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(
            &text::second_factor_reminder_subject(l, site),
            &text::second_factor_reminder_preview(l, sender),
            text::second_factor_reminder_heading(l),
        )
        .paragraph(&text::second_factor_reminder_text(l, sender, site))
        .paragraph(text::second_factor_reminder_how(l))
        .button(text::second_factor_reminder_button(l), link, text::hint(l))
        .closing_paragraph(text::second_factor_reminder_ignore(l))
    }

    fn operator_reset(&self, link: &Link, minutes: u32) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(
            &text::operator_reset_subject(l, site),
            text::nothing_changes(l),
            text::operator_reset_heading(l),
        )
        .paragraph(&text::operator_reset_text(l, site))
        .paragraph(&text::operator_reset_how(l, &text::minutes(l, minutes.into())))
        .button(text::operator_reset_button(l), link, text::hint(l))
        .closing_paragraph(text::operator_reset_ignore(l))
    }

    fn operator_email(&self, link: &Link, hours: u32) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(
            &text::operator_email_subject(l, site),
            text::nothing_changes(l),
            text::operator_email_heading(l),
        )
        .paragraph(&text::operator_email_text(l, site))
        .paragraph(&text::operator_email_how(l, &text::hours(l, hours.into())))
        .button(text::operator_email_button(l), link, text::hint(l))
        .closing_paragraph(text::operator_email_ignore(l))
    }

    fn feed_held(&self, feed: &str, gone: u32, link: &Link) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(
            &text::feed_held_subject(l, feed, site),
            text::feed_held_preview(l),
            &text::feed_held_heading(l, feed),
        )
        .paragraph(&text::feed_held_text(l, &text::shows(l, gone.into()), feed))
        .paragraph(text::feed_held_how(l))
        .button(text::feed_held_button(l), link, text::hint(l))
        .closing_paragraph(text::feed_why(l))
    }

    fn feed_stale(&self, feed: &str, link: &Link) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(
            &text::feed_stale_subject(l, feed, site),
            text::feed_stale_preview(l),
            &text::feed_stale_heading(l, feed),
        )
        .paragraph(&text::feed_stale_text(l, feed))
        .paragraph(text::feed_stale_how(l))
        .button(text::feed_stale_button(l), link, text::hint(l))
        .closing_paragraph(text::feed_why(l))
    }

    fn welcome(&self) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(
            &text::welcome_subject(l, site),
            text::welcome_preview(l),
            &text::welcome_subject(l, site),
        )
        .paragraph(text::welcome_text(l))
        .site_button(&text::go_to_site(l, site), self.branding)
        .closing_paragraph(text::welcome_card(l))
    }

    fn already_member(&self) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(
            &text::already_member_subject(l, site),
            text::already_member_preview(l),
            text::already_member_heading(l),
        )
        .paragraph(&text::already_member_text(l, site))
        .paragraph(text::already_member_how(l))
        .site_button(&text::go_to_site(l, site), self.branding)
        .closing_paragraph(text::already_member_otherwise(l))
    }

    fn sessions_ended(&self) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(
            &text::sessions_ended_subject(l, site),
            text::sessions_ended_preview(l),
            text::sessions_ended_heading(l),
        )
        .paragraph(&text::sessions_ended_text(l, site))
        .paragraph(text::sessions_ended_how(l))
        .site_button(&text::go_to_site(l, site), self.branding)
        .closing_paragraph(&joined(text::sessions_ended_otherwise(l), &self.then_tell_us()))
    }

    fn account_deleted(&self) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(
            &text::account_deleted_subject(l, site),
            text::account_deleted_preview(l),
            text::account_deleted_heading(l),
        )
        .paragraph(&text::account_deleted_text(l, site))
        .paragraph(text::account_deleted_records(l))
        .closing_paragraph(&self.tell_us())
    }

    fn card_replaced(&self, last_four: &str) -> LetterText {
        let (l, site) = (self.language, self.site);
        LetterText::new(
            &text::card_replaced_subject(l, site),
            text::card_replaced_preview(l),
            text::card_replaced_heading(l),
        )
        .paragraph(text::card_replaced_text(l))
        .fact(text::card_replaced_card(l), &format!("… {last_four}"))
        .site_button(&text::go_to_site(l, site), self.branding)
        .closing_paragraph(&self.tell_us())
    }

    fn membership_active(&self, membership: &str, until: Option<&str>) -> LetterText {
        let (l, site) = (self.language, self.site);
        let from_now = until.map_or_else(
            || text::membership_active_text(l).to_owned(),
            |until| text::membership_active_text_until(l, until),
        );
        LetterText::new(
            &text::membership_active_subject(l, site),
            text::membership_active_preview(l),
            text::membership_active_heading(l),
        )
        .paragraph(&from_now)
        .fact(text::membership_active_membership(l), membership)
        .site_button(&text::go_to_site(l, site), self.branding)
    }

    fn reward_ordered(&self, reward: &str, quantity: u32, code: &str) -> LetterText {
        let (l, site) = (self.language, self.site);
        let reward_text = if quantity == 1 { reward.to_owned() } else { format!("{quantity} × {reward}") };
        LetterText::new(
            &text::reward_ordered_subject(l, site),
            text::reward_ordered_preview(l),
            text::reward_ordered_heading(l),
        )
        .paragraph(&text::reward_ordered_text(l, &reward_text))
        .fact(text::reward_ordered_code(l), code)
        .closing_paragraph(text::reward_ordered_how(l))
    }

    /// The sentence for members who did not make the change themselves.
    fn tell_us(&self) -> String {
        match &self.branding.contact_address {
            Some(contact) => text::tell_us(self.language, contact.as_str()),
            None => text::tell_us_there(self.language).to_owned(),
        }
    }

    /// Like [`Self::tell_us`], as a second step.
    fn then_tell_us(&self) -> String {
        match &self.branding.contact_address {
            Some(contact) => text::then_tell_us(self.language, contact.as_str()),
            None => text::then_tell_us_there(self.language).to_owned(),
        }
    }
}
