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
        username: p.text("username")?,
        email: p.text("email")?,
        first_name: p.text("firstName")?,
        last_name: p.text("lastName")?,
        phone_number: p.text("phoneNumber")?,
        mobile_number: p.text("mobileNumber")?,
        date_of_birth: p.text("dateOfBirth")?,
        gender: p.text("gender")?,
        address1: p.text("address1")?,
        address2: p.text("address2")?,
        city: p.text("city")?,
        state: p.text("state")?,
        zip_code: p.text("zipCode")?,
        country: p.text("country")?,
        send_newsletter: p.flag("sendNewsletter")?,
        wish_to_receive_sms: p.flag("wishToReceiveSMS")?,
        contact_by_third_party: p.flag("contactByThirdParty")?,
        newsletter_frequency: p.text("newsletterFrequency")?,
        pickup_cinema_id: p.text("pickupCinemaId")?,
        preferred_cinema_id: p.text("preferredCinemaId")?,
        preferred_cinema_list: p.texts("preferredCinemaList")?,
        preferred_genres: p.texts("preferredGenres")?,
        house_size: p.number("houseSize")?,
        marital_status: p.text("maritalStatus")?,
        national_id: p.text("nationalId")?,
    })
}

/// Reads the registration payload (REG-01 to REG-14).
pub fn registration(p: &Payload) -> Result<Registration, Problem> {
    let mut profile = profile(p)?;
    // Required fields are checked first, so that the error names the one that is missing.
    for name in ["email", "password", "firstName", "lastName"] {
        p.needed(name)?;
    }
    profile.country = profile.country.filter(|c| !c.is_empty());
    Ok(Registration {
        profile,
        password: p.needed("password")?,
        card: p.text("memberCardNumber")?,
        membership_item: p.text("memberItemId")?,
    })
}
