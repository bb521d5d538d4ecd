//! The profile fields that members set themselves when they register or edit their account.

use std::ops::RangeInclusive;

use jiff::civil::Date;
use marquee_model::loyalty::Member;

use crate::error::LoyaltyError;
use crate::mail_queue::address;

/// Maximum number of characters of a line, set by a member or by an operator.
pub const MAX_CHARACTERS: usize = 200;
/// Maximum number of entries of a list.
pub const MAX_ENTRIES: usize = 50;
/// Plausible years of dates.
pub const YEARS: RangeInclusive<i16> = 1880..=2200;
/// Maximum number of people in a household.
pub const MAX_HOUSE_SIZE: u32 = 1000;

/// A change of profile fields. `None` leaves a field unchanged.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Profile {
    pub username: Option<String>,
    pub email: Option<String>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub phone_number: Option<String>,
    pub mobile_number: Option<String>,
    /// An empty text removes it.
    pub date_of_birth: Option<String>,
    pub gender: Option<String>,
    pub address1: Option<String>,
    pub address2: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub zip_code: Option<String>,
    pub country: Option<String>,
    pub send_newsletter: Option<bool>,
    pub wish_to_receive_sms: Option<bool>,
    pub contact_by_third_party: Option<bool>,
    pub newsletter_frequency: Option<String>,
    pub pickup_cinema_id: Option<String>,
    pub preferred_cinema_id: Option<String>,
    pub preferred_cinema_list: Option<Vec<String>>,
    pub preferred_genres: Option<Vec<String>>,
    pub house_size: Option<u32>,
    pub marital_status: Option<String>,
    pub national_id: Option<String>,
}

/// Trims a text and checks that it is one line of up to 200 characters.
pub(crate) fn single_line(field: &'static str, text: &str) -> Result<String, LoyaltyError> {
    let text = text.trim();
    if text.chars().count() > MAX_CHARACTERS {
        return Err(LoyaltyError::field(field, format!("must have at most {MAX_CHARACTERS} characters")));
    }
    if text.chars().any(char::is_control) {
        return Err(LoyaltyError::field(field, "must be one line"));
    }
    Ok(text.to_owned())
}

/// As [`single_line`], but the text must not be empty.
pub(crate) fn required(field: &'static str, text: &str) -> Result<String, LoyaltyError> {
    let text = single_line(field, text)?;
    if text.is_empty() { Err(LoyaltyError::field(field, "is required")) } else { Ok(text) }
}

/// Checks an email address.
pub(crate) fn email_address(field: &'static str, text: &str) -> Result<String, LoyaltyError> {
    let text = required(field, text)?;
    match address(&text) {
        Some(_) => Ok(text),
        None => Err(LoyaltyError::field(field, "must be an email address")),
    }
}

fn list(field: &'static str, texts: &[String]) -> Result<Vec<String>, LoyaltyError> {
    if texts.len() > MAX_ENTRIES {
        return Err(LoyaltyError::field(field, format!("must have at most {MAX_ENTRIES} entries")));
    }
    texts.iter().map(|text| single_line(field, text)).collect()
}

fn date(text: &str) -> Result<Option<Date>, LoyaltyError> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    // A date, or a timestamp of which only the date is used.
    let day = text.get(..10).and_then(|day| day.parse::<Date>().ok());
    let plausible = day.filter(|day| YEARS.contains(&day.year()));
    plausible.map(Some).ok_or_else(|| LoyaltyError::field("dateOfBirth", "must be a date such as 1990-12-31"))
}

impl Profile {
    /// Applies the change to a member. An empty text removes an optional value.
    ///
    /// # Errors
    /// [`LoyaltyError::Field`] for the first invalid field.
    pub fn apply(&self, member: &mut Member) -> Result<(), LoyaltyError> {
        if let Some(text) = &self.username {
            member.username = Some(required("username", text)?);
        }
        if let Some(text) = &self.email {
            member.email = Some(email_address("email", text)?);
        }
        if let Some(text) = &self.first_name {
            member.first_name = required("firstName", text)?;
        }
        if let Some(text) = &self.last_name {
            member.last_name = required("lastName", text)?;
        }
        if let Some(text) = &self.date_of_birth {
            member.date_of_birth = date(text)?;
        }
        let texts: [(&'static str, &Option<String>, &mut Option<String>); 11] = [
            ("phoneNumber", &self.phone_number, &mut member.phone_number),
            ("mobileNumber", &self.mobile_number, &mut member.mobile_number),
            ("gender", &self.gender, &mut member.gender),
            ("address1", &self.address1, &mut member.address1),
            ("address2", &self.address2, &mut member.address2),
            ("city", &self.city, &mut member.city),
            ("state", &self.state, &mut member.state),
            ("zipCode", &self.zip_code, &mut member.zip_code),
            ("country", &self.country, &mut member.country),
            ("pickupCinemaId", &self.pickup_cinema_id, &mut member.pickup_cinema_id),
            ("preferredCinemaId", &self.preferred_cinema_id, &mut member.preferred_cinema_id),
        ];
        for (field, input, stored) in texts {
            if let Some(text) = input {
                *stored = Some(single_line(field, text)?).filter(|text| !text.is_empty());
            }
        }
        if let Some(text) = &self.national_id {
            member.national_id = Some(single_line("nationalId", text)?).filter(|text| !text.is_empty());
        }
        if let Some(text) = &self.marital_status {
            member.marital_status = single_line("maritalStatus", text)?;
        }
        if self.house_size.is_some_and(|size| size > MAX_HOUSE_SIZE) {
            return Err(LoyaltyError::field("houseSize", format!("must be between 0 and {MAX_HOUSE_SIZE}")));
        }
        if let Some(texts) = &self.preferred_cinema_list {
            member.preferred_cinema_list = list("preferredCinemaList", texts)?;
        }
        if let Some(texts) = &self.preferred_genres {
            member.preferred_genres = list("preferredGenres", texts)?;
        }
        self.apply_consents(member)
    }

    fn apply_consents(&self, member: &mut Member) -> Result<(), LoyaltyError> {
        let consents = &mut member.consents;
        let flags = [
            (self.send_newsletter, &mut consents.send_newsletter),
            (self.wish_to_receive_sms, &mut consents.wish_to_receive_sms),
            (self.contact_by_third_party, &mut consents.contact_by_third_party),
        ];
        for (input, stored) in flags {
            *stored = input.unwrap_or(*stored);
        }
        if let Some(text) = &self.newsletter_frequency {
            consents.newsletter_frequency = single_line("newsletterFrequency", text)?;
        }
        member.house_size = self.house_size.unwrap_or(member.house_size);
        Ok(())
    }
}
