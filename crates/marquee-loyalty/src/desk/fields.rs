//! The fields of every kind of record, in output order.

use super::cell::{Cell, Field, Place, Role};

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

/// The largest number of points, or of the smallest currency unit, in one operation.
pub const LARGEST: i64 = 1_000_000_000;

const NUMBER: Cell = Cell::Whole(0, LARGEST);
const LEVEL: Cell = Cell::Whole(0, 1000);
/// The values of [`marquee_model::loyalty::Standing`].
const STANDINGS: Cell = Cell::Choice(&["active", "unconfirmed", "unpaid", "passwordDue", "blocked"]);

const fn field(name: &'static str, cell: Cell, role: Role) -> Field {
    Field { name, cell, role, place: Place::Record }
}

const fn beside(name: &'static str, cell: Cell, role: Role) -> Field {
    Field { name, cell, role, place: Place::Beside }
}

const fn secret(name: &'static str, cell: Cell, role: Role) -> Field {
    Field { name, cell, role, place: Place::Secret }
}

static MEMBERS: &[Field] = &[
    field("id", Cell::Code, Role::Told),
    field("email", Cell::Email, Role::Free),
    field("username", Cell::Line, Role::Free),
    field("firstName", Cell::Line, Role::Needed),
    field("lastName", Cell::Line, Role::Needed),
    beside("cardCode", Cell::Line, Role::Free),
    beside("points", NUMBER, Role::First),
    field("lifetimePoints", Cell::Whole(0, 1_000_000 * LARGEST), Role::Free),
    field("levelId", LEVEL, Role::Free),
    field("expiresAt", Cell::Instant, Role::Free),
    field("standing", STANDINGS, Role::Free),
    field("membershipDue", Cell::Flag, Role::Free),
    field("clubId", Cell::Line, Role::Free),
    field("phoneNumber", Cell::Line, Role::Free),
    field("mobileNumber", Cell::Line, Role::Free),
    field("dateOfBirth", Cell::Day, Role::Free),
    field("gender", Cell::Line, Role::Free),
    field("address1", Cell::Line, Role::Free),
    field("address2", Cell::Line, Role::Free),
    field("city", Cell::Line, Role::Free),
    field("state", Cell::Line, Role::Free),
    field("zipCode", Cell::Line, Role::Free),
    field("country", Cell::Line, Role::Free),
    field("language", Cell::Line, Role::Free),
    field("consents.sendNewsletter", Cell::Flag, Role::Free),
    field("consents.wishToReceiveSms", Cell::Flag, Role::Free),
    field("consents.contactByThirdParty", Cell::Flag, Role::Free),
    field("consents.newsletterFrequency", Cell::Line, Role::Free),
    field("pickupCinemaId", Cell::Line, Role::Free),
    field("preferredCinemaId", Cell::Line, Role::Free),
    field("preferredCinemaList", Cell::List, Role::Free),
    field("preferredGenres", Cell::List, Role::Free),
    field("houseSize", Cell::Whole(0, 1000), Role::Free),
    field("maritalStatus", Cell::Line, Role::Free),
    field("nationalId", Cell::Line, Role::Free),
    field("createdAt", Cell::Instant, Role::Free),
];

static CARDS: &[Field] = &[
    field("code", Cell::Line, Role::Key),
    beside("member", Cell::Line, Role::Free),
    secret("pin", Cell::Line, Role::Free),
    field("cardType", Cell::Line, Role::Free),
    field("status", Cell::Choice(&["ACTIVE", "LOST", "EXPIRED"]), Role::Free),
    field("isPrimary", Cell::Flag, Role::Told),
    field("issuedAt", Cell::Instant, Role::First),
    field("expiresAt", Cell::Instant, Role::Free),
    beside("hasPin", Cell::Flag, Role::Told),
];

static LEVELS: &[Field] = &[
    field("id", LEVEL, Role::Key),
    field("name", Cell::Line, Role::Needed),
    field("pointsPerUnit", Cell::Whole(0, 1_000_000), Role::Free),
    field("fromPoints", NUMBER, Role::Free),
    beside("position", Cell::Whole(0, 1_000_000), Role::Free),
];

static REWARDS: &[Field] = &[
    field("itemCode", Cell::Code, Role::Key),
    field("name", Cell::Line, Role::Needed),
    field("description", Cell::Text, Role::Free),
    field("pointsCost", Cell::Whole(1, LARGEST), Role::Needed),
    field("imageUrl", Cell::Picture, Role::Free),
    field("fromLevel", LEVEL, Role::Free),
    field("theaters", Cell::List, Role::Free),
    field("isAvailable", Cell::Flag, Role::Free),
    field("localizations.en.name", Cell::Line, Role::Free),
    field("localizations.en.description", Cell::Text, Role::Free),
    field("localizations.fr.name", Cell::Line, Role::Free),
    field("localizations.fr.description", Cell::Text, Role::Free),
    beside("position", Cell::Whole(0, 1_000_000), Role::Free),
];

static MEMBERSHIPS: &[Field] = &[
    field("code", Cell::Code, Role::Key),
    field("group", Cell::Line, Role::Free),
    field("name", Cell::Line, Role::Needed),
    field("description", Cell::Text, Role::Free),
    field("price.amount", NUMBER, Role::Needed),
    field("price.currency", Cell::Currency, Role::Needed),
    field("levelId", LEVEL, Role::Needed),
    field("clubId", Cell::Line, Role::Free),
    field("durationMonths", Cell::Whole(0, 1200), Role::Free),
    field("localizations.en.name", Cell::Line, Role::Free),
    field("localizations.en.description", Cell::Text, Role::Free),
    field("localizations.fr.name", Cell::Line, Role::Free),
    field("localizations.fr.description", Cell::Text, Role::Free),
    beside("position", Cell::Whole(0, 1_000_000), Role::Free),
];

static EVOUCHERS: &[Field] = &[
    field("code", Cell::Code, Role::Key),
    field("name", Cell::Line, Role::Needed),
    field("description", Cell::Text, Role::Free),
    field("price.amount", NUMBER, Role::Needed),
    field("price.currency", Cell::Currency, Role::Needed),
    field("imageUrl", Cell::Picture, Role::Free),
    field("theaters", Cell::List, Role::Free),
    field("localizations.en.name", Cell::Line, Role::Free),
    field("localizations.en.description", Cell::Text, Role::Free),
    field("localizations.fr.name", Cell::Line, Role::Free),
    field("localizations.fr.description", Cell::Text, Role::Free),
    beside("position", Cell::Whole(0, 1_000_000), Role::Free),
];

static GIFT_CARDS: &[Field] = &[
    field("id", Cell::Code, Role::Told),
    secret("number", Cell::Line, Role::First),
    secret("pin", Cell::Line, Role::Free),
    secret("amount", Cell::Whole(1, LARGEST), Role::First),
    field("currency", Cell::Currency, Role::First),
    field("expiresAt", Cell::Instant, Role::Free),
    field("lastFour", Cell::Line, Role::Told),
    beside("balance", NUMBER, Role::Told),
    field("issuedAt", Cell::Instant, Role::Told),
    field("lockedUntil", Cell::Instant, Role::Told),
    beside("hasPin", Cell::Flag, Role::Told),
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
            Self::Rewards => REWARDS,
            Self::Memberships => MEMBERSHIPS,
            Self::EVouchers => EVOUCHERS,
            Self::GiftCards => GIFT_CARDS,
        }
    }

    /// The names of all readable fields, as columns of a file.
    pub fn columns(self) -> impl Iterator<Item = &'static str> {
        self.fields().iter().filter(|field| field.place != Place::Secret).map(|field| field.name)
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
