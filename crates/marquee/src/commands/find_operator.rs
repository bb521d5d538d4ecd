//! The operator of an email address, and the sites of an operator.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use marquee_model::SiteId;
use marquee_store::{OperatorRow, RoleScope, Store};

/// The actor in the audit log.
pub const ACTOR: &str = "operator:cli";

/// The operator with this email address.
pub async fn find_operator(store: &Store, email: &str) -> Result<OperatorRow> {
    store.operator_by_email(email).await?.with_context(|| format!("operator {email} not found"))
}

/// The sites at which roles apply.
pub async fn sites_of(store: &Store, scopes: &[RoleScope]) -> Result<BTreeSet<SiteId>> {
    let mut sites = BTreeSet::new();
    for scope in scopes {
        match scope {
            RoleScope::Site(site) => sites.extend([site.clone()]),
            RoleScope::Everywhere => {
                sites.extend(store.sites().await?.into_iter().map(|site| site.record.key));
            }
        }
    }
    Ok(sites)
}
