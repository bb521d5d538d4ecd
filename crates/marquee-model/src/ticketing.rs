//! Paths of the ticketing site (ROUTE-17 to ROUTE-20).

/// A flow of the ticketing site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Flow {
    Ticketing,
    StartTicketing,
    LaunchTicketing,
    StartConcessions,
    ConcessionsLanding,
    GiftCards,
    PhysicalGiftCards,
    GiftMembership,
    Vouchers,
    SignUp,
    Refund,
    StartSeasonPass,
    LoyaltyCredit,
    PayReservation,
    LoyaltyUpgrade,
}

impl Flow {
    /// All flows, in the order of requirement ROUTE-17.
    pub const ALL: [Self; 15] = [
        Self::Ticketing,
        Self::StartTicketing,
        Self::LaunchTicketing,
        Self::StartConcessions,
        Self::ConcessionsLanding,
        Self::GiftCards,
        Self::PhysicalGiftCards,
        Self::GiftMembership,
        Self::Vouchers,
        Self::SignUp,
        Self::Refund,
        Self::StartSeasonPass,
        Self::LoyaltyCredit,
        Self::PayReservation,
        Self::LoyaltyUpgrade,
    ];

    /// The path, on this site and on the ticketing site (ROUTE-17), without surrounding slashes.
    #[must_use]
    pub fn segment(self) -> &'static str {
        match self {
            Self::Ticketing => "ticketing",
            Self::StartTicketing => "startticketing",
            Self::LaunchTicketing => "launch/ticketing",
            Self::StartConcessions => "startconcessions",
            Self::ConcessionsLanding => "concessions/landing",
            Self::GiftCards => "giftcards",
            Self::PhysicalGiftCards => "physicalgiftcards",
            Self::GiftMembership => "giftmembership",
            Self::Vouchers => "vouchers",
            Self::SignUp => "signup",
            Self::Refund => "refund",
            Self::StartSeasonPass => "startseasonpass",
            Self::LoyaltyCredit => "loyaltycredit",
            Self::PayReservation => "payreservation",
            Self::LoyaltyUpgrade => "loyalty/upgrade",
        }
    }

    /// The flow of a path on this site, with or without surrounding slashes.
    #[must_use]
    pub fn from_path(path: &str) -> Option<Self> {
        let path = path.trim_matches('/');
        Self::ALL.into_iter().find(|flow| flow.segment() == path)
    }

    /// Whether the flow books a show.
    #[must_use]
    pub fn is_booking(self) -> bool {
        matches!(self, Self::Ticketing | Self::StartTicketing | Self::LaunchTicketing)
    }

    /// The URL on the ticketing site (ROUTE-20); `None` if `ticketing_url` is empty.
    #[must_use]
    pub fn url(self, ticketing_url: &str) -> Option<String> {
        let base = ticketing_url.trim_end_matches('/');
        (!base.is_empty()).then(|| format!("{base}/{}", self.segment()))
    }
}

/// Endpoints of the server that redirect to a flow of the ticketing site (ROUTE-18).
pub const REDIRECTS: [(&str, Flow); 4] = [
    ("/api/refund/redirect", Flow::Refund),
    ("/api/startticketing/redirect", Flow::StartTicketing),
    ("/api/launch/ticketing/redirect", Flow::LaunchTicketing),
    ("/api/startconcessions/redirect", Flow::StartConcessions),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn route_17_route_20_each_flow_has_a_url() {
        let all: Vec<_> = Flow::ALL.into_iter().filter_map(|f| f.url("https://t.example/")).collect();
        assert_eq!(
            all,
            [
                "https://t.example/ticketing",
                "https://t.example/startticketing",
                "https://t.example/launch/ticketing",
                "https://t.example/startconcessions",
                "https://t.example/concessions/landing",
                "https://t.example/giftcards",
                "https://t.example/physicalgiftcards",
                "https://t.example/giftmembership",
                "https://t.example/vouchers",
                "https://t.example/signup",
                "https://t.example/refund",
                "https://t.example/startseasonpass",
                "https://t.example/loyaltycredit",
                "https://t.example/payreservation",
                "https://t.example/loyalty/upgrade",
            ]
        );
        assert_eq!(Flow::GiftCards.url(""), None);
    }

    #[test]
    fn route_17_surrounding_slashes_do_not_matter() {
        assert_eq!(Flow::from_path("/launch/ticketing/"), Some(Flow::LaunchTicketing));
        assert_eq!(Flow::from_path("/giftcards"), Some(Flow::GiftCards));
        assert_eq!(Flow::from_path("/giftcards/extra/"), None);
        assert_eq!(Flow::from_path("/"), None);
    }
}
