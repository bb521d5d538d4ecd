//! Roles that sites define themselves, and the points that the role `boxOffice` may adjust at once.

use std::collections::{BTreeMap, BTreeSet};

use marquee_model::operator::{InvalidRole, OperatorRole, OwnRole, Permission, PointsLimit, Role};
use marquee_model::{RoleId, SiteId};
use sea_orm::sea_query::{ExprTrait, OnConflict};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};

use crate::connect::Store;
use crate::entity::{box_office_points, own_role};
use crate::error::StoreError;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// The form of a name in which it is compared.
fn name_key(name: &str) -> String {
    name.to_lowercase()
}

fn read_own_role(row: own_role::Model) -> Result<OwnRole, StoreError> {
    let row_context = RowContext::new("own_role", [&row.site_id, &row.id]);
    let permissions: BTreeSet<Permission> = row_context.read_json("permissions", &row.permissions)?;
    let points_limit = row.points_limit.map(|limit| row_context.number("points_limit", limit)).transpose()?;
    let id = RoleId::parse(&row.id).map_err(|error| row_context.invalid("id", error))?;
    OwnRole::new(id, &row.name, permissions, points_limit).map_err(|error| {
        let column = match error {
            InvalidRole::Name | InvalidRole::ReservedName => "name",
            InvalidRole::WithoutMembers => "permissions",
            InvalidRole::PointsLimit | InvalidRole::UnusedPointsLimit => "points_limit",
        };
        row_context.invalid(column, error)
    })
}

fn read_points_limit(row: &box_office_points::Model) -> Result<PointsLimit, StoreError> {
    let row_context = RowContext::new("box_office_points", [&row.site_id]);
    let points = row.points_limit.map(|limit| row_context.number("points_limit", limit)).transpose()?;
    PointsLimit::new(points).map_err(|error| row_context.invalid("points_limit", error))
}

/// The own roles that rows name, by site and id.
#[derive(Debug, Default)]
pub struct NamedRoles(BTreeMap<(String, String), OwnRole>);

impl NamedRoles {
    /// Reads the roles with these sites and ids.
    pub async fn read<'a, C: ConnectionTrait>(
        db: &C,
        names: impl Iterator<Item = (&'a str, Option<&'a str>)>,
    ) -> Result<Self, StoreError> {
        use own_role::Column as C;
        let names: BTreeSet<_> = names.filter_map(|(site, id)| Some((site, id?))).collect();
        if names.is_empty() {
            return Ok(Self::default());
        }
        let is_named = names
            .into_iter()
            .fold(Condition::any(), |any, (site, id)| any.add(C::SiteId.eq(site).and(C::Id.eq(id))));
        let rows = own_role::Entity::find().filter(is_named).all(db).await?;
        let named = |row: own_role::Model| {
            let key = (row.site_id.clone(), row.id.clone());
            Ok((key, read_own_role(row)?))
        };
        rows.into_iter().map(named).collect::<Result<_, StoreError>>().map(Self)
    }

    /// The role in the columns `role` and `own_role` of a row.
    pub fn role<const N: usize>(
        &self,
        row_context: &RowContext<'_, N>,
        site: &str,
        role: Option<&str>,
        own_role: Option<&str>,
    ) -> Result<Role, StoreError> {
        match own_role {
            Some(id) => {
                let role = self.0.get(&(site.to_owned(), id.to_owned())).cloned();
                row_context.code("own_role", role, id).map(Role::Own)
            }
            None => {
                let name = role.ok_or_else(|| row_context.missing("role"))?;
                row_context.code("role", OperatorRole::parse(name), name).map(Role::BuiltIn)
            }
        }
    }
}

/// The columns `role` and `own_role` of a role.
pub fn role_columns(role: &Role) -> (Option<String>, Option<String>) {
    match role {
        Role::BuiltIn(role) => (Some(role.as_str().to_owned()), None),
        Role::Own(role) => (None, Some(role.id().as_str().to_owned())),
    }
}

impl Store {
    /// The roles that a site defines itself, by name.
    pub async fn own_roles(&self, site: &SiteId) -> Result<Vec<OwnRole>, StoreError> {
        let query = own_role::Entity::find()
            .filter(own_role::Column::SiteId.eq(site.as_str()))
            .order_by_asc(own_role::Column::NameKey);
        query.all(&self.read).await?.into_iter().map(read_own_role).collect()
    }

    /// The points that the role `boxOffice` may adjust at once on a site.
    pub async fn box_office_points(&self, site: &SiteId) -> Result<PointsLimit, StoreError> {
        let row = box_office_points::Entity::find_by_id(site.as_str()).one(&self.read).await?;
        row.as_ref().map_or(Ok(PointsLimit::BOX_OFFICE), read_points_limit)
    }

    /// The points that the role `boxOffice` may adjust at once on the sites that changed it, for a role on several sites.
    pub async fn changed_box_office_points(&self) -> Result<BTreeMap<SiteId, PointsLimit>, StoreError> {
        let rows = box_office_points::Entity::find().all(&self.read).await?;
        let limit = |row: box_office_points::Model| {
            Ok((SiteId::stored(row.site_id.clone()), read_points_limit(&row)?))
        };
        rows.into_iter().map(limit).collect()
    }
}

impl WriteTx {
    /// A role that a site defines itself, locked until this transaction ends.
    pub async fn own_role(&self, site: &SiteId, id: &RoleId) -> Result<Option<OwnRole>, StoreError> {
        let key = (site.as_str().to_owned(), id.as_str().to_owned());
        let query = own_role::Entity::find_by_id(key).lock_exclusive();
        query.one(self.tx()).await?.map(read_own_role).transpose()
    }

    /// The roles that a site defines itself, locked until this transaction ends.
    pub async fn own_roles(&self, site: &SiteId) -> Result<Vec<OwnRole>, StoreError> {
        let query = own_role::Entity::find()
            .filter(own_role::Column::SiteId.eq(site.as_str()))
            .order_by_asc(own_role::Column::NameKey)
            .lock_exclusive();
        query.all(self.tx()).await?.into_iter().map(read_own_role).collect()
    }

    /// Saves a role that a site defines itself. Whoever has it has what it now permits.
    ///
    /// # Errors
    /// [`StoreError::Exists`] if another role of the site has the name, without regard to case.
    pub async fn save_own_role(&mut self, site: &SiteId, role: &OwnRole) -> Result<(), StoreError> {
        use own_role::Column as C;
        let (site, id, key) = (site.as_str(), role.id().as_str(), name_key(role.name()));
        let same = own_role::Entity::find().filter(C::SiteId.eq(site)).filter(C::NameKey.eq(&key));
        if same.filter(C::Id.ne(id)).one(self.tx()).await?.is_some() {
            return Err(StoreError::Exists(format!("a role with the name {}", role.name())));
        }
        let row_context = RowContext::new("own_role", [site, id]);
        // Without the permission, the limit is nothing and not stored.
        let adjusts = role.permissions().contains(&Permission::AdjustPoints);
        let points_limit = role.points_limit().points().filter(|_| adjusts);
        let model = own_role::ActiveModel {
            site_id: Set(site.to_owned()),
            id: Set(id.to_owned()),
            name: Set(role.name().to_owned()),
            name_key: Set(key),
            permissions: Set(row_context.write_json("permissions", role.permissions())?),
            points_limit: Set(points_limit.map(i64::from)),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Id])
            .update_columns([C::Name, C::NameKey, C::Permissions, C::PointsLimit])
            .to_owned();
        own_role::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Removes a role that a site defines itself; returns whether it existed. The database refuses it while somebody has it or is
    /// invited with it.
    pub async fn remove_own_role(&mut self, site: &SiteId, id: &RoleId) -> Result<bool, StoreError> {
        let key = (site.as_str().to_owned(), id.as_str().to_owned());
        Ok(own_role::Entity::delete_by_id(key).exec(self.tx()).await?.rows_affected > 0)
    }

    /// Sets the points that the role `boxOffice` may adjust at once on a site.
    pub async fn save_box_office_points(
        &mut self,
        site: &SiteId,
        limit: PointsLimit,
    ) -> Result<(), StoreError> {
        let model = box_office_points::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            points_limit: Set(limit.points().map(i64::from)),
        };
        let conflict = OnConflict::column(box_office_points::Column::SiteId)
            .update_column(box_office_points::Column::PointsLimit)
            .to_owned();
        box_office_points::Entity::insert(model)
            .on_conflict(conflict)
            .exec_without_returning(self.tx())
            .await?;
        Ok(())
    }
}
