//! Receipts of purchases.

use super::shop::Amount;

/// A completed purchase.
#[derive(Debug, Clone)]
pub struct Receipt {
    pub reference: String,
    pub title: String,
    pub theater: String,
    pub when: String,
    pub screen: Option<String>,
    pub price: &'static str,
    pub seats: Vec<String>,
    pub total: Amount,
    pub site_name: String,
    /// URL of the site's home page.
    pub home: String,
    /// URL of the member's orders; `None` for a site without a member area.
    pub orders: Option<String>,
    /// The booking, if there is a member.
    pub booked: Option<MemberBooking>,
}

/// A booking for a member, from the site's response.
#[derive(Debug, Clone)]
pub struct MemberBooking {
    pub name: String,
    pub order: String,
    pub points: i64,
    pub balance: i64,
}
