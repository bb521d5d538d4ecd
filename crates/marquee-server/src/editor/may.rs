//! What the person who makes a request may do on its site: checked before the handler runs, so that no handler can forget it.

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::{FromRequestParts, RawPathParams};
use http::StatusCode;
use http::request::Parts;
use marquee_model::operator::Permission;

use super::reply::{Refusal, refuse};
use super::{Access, Editor, Place};

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

needs!(
    Read,
    EditProgram,
    Alerts,
    EditSite,
    EditSettings,
    Publish,
    Members,
    AdjustPoints,
    ExportMembers,
    People,
    Keys
);

/// The access of the person who makes a request to the site in its path. Refused with 401 without a sign-in, 404 without a role
/// on the site, 403 if the role does not have the permission, or is limited to theaters and the permission depends on them
/// (security 2.8, decision 0055). So a route that does not say otherwise changes the whole site.
pub struct May<P>(pub Access, pub PhantomData<P>);

/// As [`May`], for a change of the theater in the path: a role that is limited to others is refused.
pub struct MayAtTheater<P>(pub Access, pub PhantomData<P>);

/// As [`May`], for changes that the handler leaves to a function that checks each of them with the author's grant: a limited
/// role is not refused here.
pub struct MayInPart<P>(pub Access, pub PhantomData<P>);

async fn access<P: Needs>(
    parts: &mut Parts,
    editor: &Arc<Editor>,
    place: impl FnOnce(&RawPathParams) -> Place<'_>,
) -> Result<Access, Refusal> {
    let unknown = |_| refuse(StatusCode::NOT_FOUND, "Site not found");
    let path = RawPathParams::from_request_parts(parts, editor).await.map_err(unknown)?;
    editor.access(&parts.headers, parameter(&path, "site"), P::PERMISSION, place(&path)).await
}

fn parameter<'p>(path: &'p RawPathParams, name: &str) -> &'p str {
    path.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value)
}

impl<P: Needs> FromRequestParts<Arc<Editor>> for May<P> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, editor: &Arc<Editor>) -> Result<Self, Refusal> {
        Ok(Self(access::<P>(parts, editor, |_| Place::Site).await?, PhantomData))
    }
}

impl<P: Needs> FromRequestParts<Arc<Editor>> for MayAtTheater<P> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, editor: &Arc<Editor>) -> Result<Self, Refusal> {
        Ok(Self(
            access::<P>(parts, editor, |path| Place::Theater(parameter(path, "theater"))).await?,
            PhantomData,
        ))
    }
}

impl<P: Needs> FromRequestParts<Arc<Editor>> for MayInPart<P> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, editor: &Arc<Editor>) -> Result<Self, Refusal> {
        Ok(Self(access::<P>(parts, editor, |_| Place::InPart).await?, PhantomData))
    }
}
