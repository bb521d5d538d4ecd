//! Levels and e-vouchers.

use marquee_model::loyalty::{EVoucher, Level};
use marquee_model::settings::SiteRecord;

use crate::error::LoyaltyError;
use crate::services::Program;

impl Program<'_> {
    /// The levels of a site, in the operator's order.
    pub async fn levels(self, site: &SiteRecord) -> Result<Vec<Level>, LoyaltyError> {
        Ok(self.context.store.offers(&site.key).await?)
    }

    /// The e-vouchers of a site, in the operator's order.
    pub async fn vouchers(self, site: &SiteRecord) -> Result<Vec<EVoucher>, LoyaltyError> {
        Ok(self.context.store.offers(&site.key).await?)
    }
}
