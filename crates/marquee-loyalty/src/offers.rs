//! What a programme sells to anybody.

use marquee_model::loyalty::EVoucher;
use marquee_model::settings::SiteRecord;

use crate::engine::Loyalty;
use crate::error::LoyaltyError;

impl Loyalty {
    /// The vouchers a site sells, in the operator's order.
    ///
    /// # Errors
    /// [`LoyaltyError::Store`].
    pub async fn vouchers(&self, site: &SiteRecord) -> Result<Vec<EVoucher>, LoyaltyError> {
        Ok(self.0.store.offers(&site.key).await?)
    }
}
