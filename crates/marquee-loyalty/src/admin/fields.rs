//! The fields of every kind of record, in output order.

use crate::operator::MAX_AMOUNT;
use std::sync::LazyLock;

use marquee_messages::Language;

use super::field_type::{Access, Field, FieldType, Storage};
use crate::profile::MAX_HOUSE_SIZE;

/// A kind of record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    Members,
    Cards,
    Levels,
    Rewards,
    Memberships,
    EVouchers,
    GiftCards,
}

const NUMBER: FieldType = FieldType::Integer(0, MAX_AMOUNT);
const LEVEL: FieldType = FieldType::Integer(0, 1000);
/// The values of [`marquee_model::loyalty::MemberStatus`].
const STANDINGS: FieldType =
    FieldType::Choice(&["active", "unconfirmed", "unpaid", "passwordDue", "blocked"]);

const fn field(name: &'static str, field_type: FieldType, access: Access) -> Field {
    Field { name, field_type, access, storage: Storage::Record }
}

const fn stored_elsewhere(name: &'static str, field_type: FieldType, access: Access) -> Field {
    Field { name, field_type, access, storage: Storage::Elsewhere }
}

const fn secret(name: &'static str, field_type: FieldType, access: Access) -> Field {
    Field { name, field_type, access, storage: Storage::WriteOnly }
}

/// The fields of an offer: its own, its texts in every supported language, and its position.
fn offer(own: &[Field]) -> Vec<Field> {
    let texts = Language::all().flat_map(|language| {
        [("name", FieldType::Line), ("description", FieldType::Text)].map(|(text, field_type)| {
            let name = format!("localizations.{}.{text}", language.tag());
            field(name.leak(), field_type, Access::Optional)
        })
    });
    let position = stored_elsewhere("position", FieldType::Integer(0, 1_000_000), Access::Optional);
    own.iter().copied().chain(texts).chain([position]).collect()
}

static MEMBERS: &[Field] = &[
    field("id", FieldType::Id, Access::ReadOnly),
    field("email", FieldType::Email, Access::Optional),
    field("username", FieldType::Line, Access::Optional),
    field("firstName", FieldType::Line, Access::Required),
    field("lastName", FieldType::Line, Access::Required),
    stored_elsewhere("cardCode", FieldType::Line, Access::Optional),
    stored_elsewhere("points", NUMBER, Access::CreateOnly),
    field("lifetimePoints", FieldType::Integer(0, 1_000_000 * MAX_AMOUNT), Access::Optional),
    field("levelId", LEVEL, Access::Optional),
    field("expiresAt", FieldType::Timestamp, Access::Optional),
    field("standing", STANDINGS, Access::Optional),
    field("membershipDue", FieldType::Boolean, Access::Optional),
    field("clubId", FieldType::Line, Access::Optional),
    field("phoneNumber", FieldType::Line, Access::Optional),
    field("mobileNumber", FieldType::Line, Access::Optional),
    field("dateOfBirth", FieldType::Date, Access::Optional),
    field("gender", FieldType::Line, Access::Optional),
    field("address1", FieldType::Line, Access::Optional),
    field("address2", FieldType::Line, Access::Optional),
    field("city", FieldType::Line, Access::Optional),
    field("state", FieldType::Line, Access::Optional),
    field("zipCode", FieldType::Line, Access::Optional),
    field("country", FieldType::Line, Access::Optional),
    field("language", FieldType::Line, Access::Optional),
    field("consents.sendNewsletter", FieldType::Boolean, Access::Optional),
    field("consents.wishToReceiveSms", FieldType::Boolean, Access::Optional),
    field("consents.contactByThirdParty", FieldType::Boolean, Access::Optional),
    field("consents.newsletterFrequency", FieldType::Line, Access::Optional),
    field("pickupCinemaId", FieldType::Line, Access::Optional),
    field("preferredCinemaId", FieldType::Line, Access::Optional),
    field("preferredCinemaList", FieldType::List, Access::Optional),
    field("preferredGenres", FieldType::List, Access::Optional),
    field("houseSize", FieldType::Integer(0, MAX_HOUSE_SIZE as i64), Access::Optional),
    field("maritalStatus", FieldType::Line, Access::Optional),
    field("nationalId", FieldType::Line, Access::Optional),
    field("createdAt", FieldType::Timestamp, Access::Optional),
];

static CARDS: &[Field] = &[
    field("code", FieldType::Line, Access::Key),
    stored_elsewhere("member", FieldType::Line, Access::Optional),
    secret("pin", FieldType::Line, Access::Optional),
    field("cardType", FieldType::Line, Access::Optional),
    field("status", FieldType::Choice(&["ACTIVE", "LOST", "EXPIRED"]), Access::Optional),
    field("isPrimary", FieldType::Boolean, Access::ReadOnly),
    field("issuedAt", FieldType::Timestamp, Access::CreateOnly),
    field("expiresAt", FieldType::Timestamp, Access::Optional),
    stored_elsewhere("hasPin", FieldType::Boolean, Access::ReadOnly),
];

static LEVELS: &[Field] = &[
    field("id", LEVEL, Access::Key),
    field("name", FieldType::Line, Access::Required),
    field("pointsPerUnit", FieldType::Integer(0, 1_000_000), Access::Optional),
    field("fromPoints", NUMBER, Access::Optional),
    stored_elsewhere("position", FieldType::Integer(0, 1_000_000), Access::Optional),
];

static REWARDS: LazyLock<Vec<Field>> = LazyLock::new(|| {
    offer(&[
        field("itemCode", FieldType::Id, Access::Key),
        field("name", FieldType::Line, Access::Required),
        field("description", FieldType::Text, Access::Optional),
        field("pointsCost", FieldType::Integer(1, MAX_AMOUNT), Access::Required),
        field("imageUrl", FieldType::ImageUrl, Access::Optional),
        field("fromLevel", LEVEL, Access::Optional),
        field("theaters", FieldType::List, Access::Optional),
        field("isAvailable", FieldType::Boolean, Access::Optional),
    ])
});

static MEMBERSHIPS: LazyLock<Vec<Field>> = LazyLock::new(|| {
    offer(&[
        field("code", FieldType::Id, Access::Key),
        field("group", FieldType::Line, Access::Optional),
        field("name", FieldType::Line, Access::Required),
        field("description", FieldType::Text, Access::Optional),
        field("price.amount", NUMBER, Access::Required),
        field("price.currency", FieldType::Currency, Access::Required),
        field("levelId", LEVEL, Access::Required),
        field("clubId", FieldType::Line, Access::Optional),
        field("durationMonths", FieldType::Integer(0, 1200), Access::Optional),
    ])
});

static EVOUCHERS: LazyLock<Vec<Field>> = LazyLock::new(|| {
    offer(&[
        field("code", FieldType::Id, Access::Key),
        field("name", FieldType::Line, Access::Required),
        field("description", FieldType::Text, Access::Optional),
        field("price.amount", NUMBER, Access::Required),
        field("price.currency", FieldType::Currency, Access::Required),
        field("imageUrl", FieldType::ImageUrl, Access::Optional),
        field("theaters", FieldType::List, Access::Optional),
    ])
});

static GIFT_CARDS: &[Field] = &[
    field("id", FieldType::Id, Access::ReadOnly),
    secret("number", FieldType::Line, Access::CreateOnly),
    secret("pin", FieldType::Line, Access::Optional),
    secret("amount", FieldType::Integer(1, MAX_AMOUNT), Access::CreateOnly),
    field("currency", FieldType::Currency, Access::CreateOnly),
    field("expiresAt", FieldType::Timestamp, Access::Optional),
    field("lastFour", FieldType::Line, Access::ReadOnly),
    stored_elsewhere("balance", NUMBER, Access::ReadOnly),
    field("issuedAt", FieldType::Timestamp, Access::ReadOnly),
    field("lockedUntil", FieldType::Timestamp, Access::ReadOnly),
    stored_elsewhere("hasPin", FieldType::Boolean, Access::ReadOnly),
];

impl Subject {
    pub const ALL: [Self; 7] = [
        Self::Members,
        Self::Cards,
        Self::Levels,
        Self::Rewards,
        Self::Memberships,
        Self::EVouchers,
        Self::GiftCards,
    ];

    #[must_use]
    pub fn fields(self) -> &'static [Field] {
        match self {
            Self::Members => MEMBERS,
            Self::Cards => CARDS,
            Self::Levels => LEVELS,
            Self::Rewards => &REWARDS,
            Self::Memberships => &MEMBERSHIPS,
            Self::EVouchers => &EVOUCHERS,
            Self::GiftCards => GIFT_CARDS,
        }
    }

    /// The names of all readable fields, as columns of a file.
    pub fn columns(self) -> impl Iterator<Item = &'static str> {
        self.fields().iter().filter(|field| field.storage != Storage::WriteOnly).map(|field| field.name)
    }

    /// The plural, as in URLs.
    #[must_use]
    pub fn plural(self) -> &'static str {
        match self {
            Self::Members => "members",
            Self::Cards => "cards",
            Self::Levels => "levels",
            Self::Rewards => "rewards",
            Self::Memberships => "memberships",
            Self::EVouchers => "evouchers",
            Self::GiftCards => "gift-cards",
        }
    }

    /// The singular, as in messages.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            Self::GiftCards => "gift card",
            other => other.plural().trim_end_matches('s'),
        }
    }

    /// Parses [`Subject::plural`].
    #[must_use]
    pub fn parse(plural: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|subject| subject.plural() == plural)
    }

    /// The name of the field that identifies a record.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Members | Self::Levels | Self::GiftCards => "id",
            Self::Rewards => "itemCode",
            Self::Cards | Self::Memberships | Self::EVouchers => "code",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_have_texts_in_every_language() {
        for subject in [Subject::Rewards, Subject::Memberships, Subject::EVouchers] {
            for language in ["en", "fr", "de", "es"] {
                let name = format!("localizations.{language}.name");
                assert!(subject.fields().iter().any(|field| field.name == name), "{subject:?}: {name}");
            }
        }
    }

    #[test]
    fn every_kind_has_an_id_and_unique_fields() {
        for subject in Subject::ALL {
            let names: Vec<&str> = subject.fields().iter().map(|field| field.name).collect();
            assert!(names.contains(&subject.id()), "{subject:?}");
            let mut once = names.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), names.len(), "{subject:?}");
            assert_eq!(Subject::parse(subject.plural()), Some(subject));
        }
        assert_eq!(Subject::EVouchers.noun(), "evoucher");
    }
}
