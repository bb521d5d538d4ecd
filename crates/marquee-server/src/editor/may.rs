//! What the person who makes a request may do on its site: checked before the handler runs, so that no handler can forget it.

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::{FromRequestParts, RawPathParams};
use http::StatusCode;
use http::request::Parts;
use marquee_model::operator::Permission;

use super::reply::{Refusal, refuse};
use super::{Access, Editor};

/// A permission that a handler needs.
pub trait Needs: Send + Sync {
    const PERMISSION: Permission;
}

macro_rules! needs {
    ($($name:ident),+) => {
        $(
            #[doc = concat!("[`Permission::", stringify!($name), "`]")]
            pub struct $name;

            impl Needs for $name {
                const PERMISSION: Permission = Permission::$name;
            }
        )+
    };
}

needs!(Read, EditProgram, Alerts, EditSite, Publish, Members, ExportMembers, People, Keys);

/// The access of the person who makes a request to the site in its path. Refused with 401 without a sign-in, 404 without a role
/// on the site, 403 if the role does not have the permission (security 2.8).
pub struct May<P>(pub Access, pub PhantomData<P>);

impl<P: Needs> FromRequestParts<Arc<Editor>> for May<P> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, editor: &Arc<Editor>) -> Result<Self, Refusal> {
        let unknown = |_| refuse(StatusCode::NOT_FOUND, "Site not found");
        let path = RawPathParams::from_request_parts(parts, editor).await.map_err(unknown)?;
        let site = path.iter().find(|(name, _)| *name == "site").map_or("", |(_, site)| site);
        let access = editor.author(&parts.headers, site, P::PERMISSION).await?;
        Ok(Self(access, PhantomData))
    }
}
