//! Reads a member's fields from payloads.

use marquee_loyalty::{Profile, Registration};

use crate::payload::Payload;
use crate::problem::Problem;

/// Reads the fields that a member may set. Level, points, expiry and ids are set by the server only (security 3.4).
///
/// # Errors
/// [`Problem::Malformed`] names the first field of the wrong type.
pub fn profile(p: &Payload) -> Result<Profile, Problem> {
    Ok(Profile {
        username: p.optional_text("username")?,
        email: p.optional_text("email")?,
        first_name: p.optional_text("firstName")?,
        last_name: p.optional_text("lastName")?,
        phone_number: p.optional_text("phoneNumber")?,
        mobile_number: p.optional_text("mobileNumber")?,
        date_of_birth: p.optional_text("dateOfBirth")?,
        gender: p.optional_text("gender")?,
        address1: p.optional_text("address1")?,
        address2: p.optional_text("address2")?,
        city: p.optional_text("city")?,
        state: p.optional_text("state")?,
        zip_code: p.optional_text("zipCode")?,
        country: p.optional_text("country")?,
        send_newsletter: p.optional_bool("sendNewsletter")?,
        wish_to_receive_sms: p.optional_bool("wishToReceiveSMS")?,
        contact_by_third_party: p.optional_bool("contactByThirdParty")?,
        newsletter_frequency: p.optional_text("newsletterFrequency")?,
        pickup_cinema_id: p.optional_text("pickupCinemaId")?,
        preferred_cinema_id: p.optional_text("preferredCinemaId")?,
        preferred_cinema_list: p.optional_texts("preferredCinemaList")?,
        preferred_genres: p.optional_texts("preferredGenres")?,
        house_size: p.optional_u32("houseSize")?,
        marital_status: p.optional_text("maritalStatus")?,
        national_id: p.optional_text("nationalId")?,
    })
}

/// Reads the registration payload (REG-01 to REG-14).
pub fn registration(p: &Payload) -> Result<Registration, Problem> {
    let mut profile = profile(p)?;
    // Required fields are checked first, so that the error names the one that is missing.
    for name in ["email", "password", "firstName", "lastName"] {
        p.required_text(name)?;
    }
    profile.country = profile.country.filter(|c| !c.is_empty());
    Ok(Registration {
        profile,
        password: p.required_password("password")?,
        card: p.optional_text("memberCardNumber")?,
        membership_item: p.optional_text("memberItemId")?,
    })
}
