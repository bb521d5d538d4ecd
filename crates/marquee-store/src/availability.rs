//! The codes of [`Availability`] in the database. Only this module uses them.

use marquee_model::catalog::Availability;

pub fn to_code(availability: Availability) -> i16 {
    match availability {
        Availability::Open => 0,
        Availability::FewLeft => 1,
        Availability::SoldOut => 2,
        Availability::Canceled => 3,
    }
}

pub fn from_code(code: i16) -> Option<Availability> {
    [Availability::Open, Availability::FewLeft, Availability::SoldOut, Availability::Canceled]
        .into_iter()
        .find(|availability| to_code(*availability) == code)
}
