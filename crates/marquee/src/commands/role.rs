//! `marquee role`: the roles of a site (decision 0058).

use std::collections::BTreeSet;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use marquee_api::editor::{RoleDefinition, SiteRole};
use marquee_model::operator::{OperatorRole, Permission, Role, RoleKey};
use marquee_model::{RoleId, SiteId};
use marquee_site::operators::{Manager, Operators};
use marquee_store::{RoleScope, Store};

use super::records::{LoyaltyContext, SiteArgs};
use super::table;
use crate::settings::Settings;
use crate::{editor, secret};

#[derive(Debug, Subcommand)]
pub enum RoleCommand {
    /// Lists the roles of a site with what they permit: those that every site has, then its own
    List {
        #[command(flatten)]
        at: SiteArgs,
        /// Prints JSON
        #[arg(long)]
        json: bool,
    },
    /// Adds a role to a site, or changes one: its people have what it permits at once. Of `boxOffice` only the points can be set
    Set {
        #[command(flatten)]
        at: SiteArgs,
        /// Name of the role
        name: String,
        /// What the role permits, repeatable or with commas: editProgram, alerts, editSite, editSettings, publish, members,
        /// adjustPoints, exportMembers, people, keys. A role that exists keeps what it permits without it
        #[arg(long = "permit", value_name = "PERMISSION", value_delimiter = ',', value_parser = permission)]
        permissions: Vec<Permission>,
        /// Points that the role may give or take at once, or `unlimited`; needs the permission adjustPoints
        #[arg(long, value_name = "POINTS", value_parser = points)]
        points: Option<Points>,
        /// The new name of the role
        #[arg(long, value_name = "NAME")]
        rename: Option<String>,
    },
    /// Deletes a role of a site that nobody has
    Delete {
        #[command(flatten)]
        at: SiteArgs,
        /// Name of the role
        name: String,
    },
}

/// How many points a role may give or take at once.
#[derive(Debug, Clone, Copy)]
pub enum Points {
    UpTo(u32),
    Unlimited,
}

impl Points {
    fn limit(self) -> Option<u32> {
        match self {
            Self::UpTo(points) => Some(points),
            Self::Unlimited => None,
        }
    }
}

fn permission(text: &str) -> Result<Permission, String> {
    let found = Permission::ALL.into_iter().find(|permission| permission.as_str() == text);
    found.ok_or_else(|| {
        let names: Vec<&str> = Permission::ALL.iter().map(|permission| permission.as_str()).collect();
        format!("must be one of {}", names.join(", "))
    })
}

fn points(text: &str) -> Result<Points, String> {
    if text == "unlimited" {
        return Ok(Points::Unlimited);
    }
    text.parse().map(Points::UpTo).map_err(|_| "must be a number, or `unlimited`".to_owned())
}

/// A site with the operators of the server, opened for one command.
pub struct OperatorsContext {
    pub loyalty: LoyaltyContext,
    pub operators: Operators,
}

impl OperatorsContext {
    pub async fn open(settings: &Settings, at: &SiteArgs) -> Result<Self> {
        let loyalty = LoyaltyContext::open(settings, &at.site).await?;
        let (keys, hashes) = (secret::keys(settings)?, loyalty.engine().hashes());
        let operators = editor::operators(settings, &keys, loyalty.store(), hashes)?;
        Ok(Self { loyalty, operators })
    }

    pub fn site(&self) -> &SiteId {
        &self.loyalty.site().key
    }

    /// The roles of the site.
    pub async fn roles(&self) -> Result<Vec<SiteRole>> {
        Ok(self.operators.roles(Manager::Command, self.site()).await?.roles)
    }

    /// A role of the site's own, by its name without regard to case.
    async fn own_role(&self, name: &str) -> Result<Option<(RoleId, SiteRole)>> {
        let folded = name.to_lowercase();
        Ok(self.roles().await?.into_iter().find_map(|role| match &role.role {
            RoleKey::Own(id) if role.name.as_ref().is_some_and(|own| own.to_lowercase() == folded) => {
                Some((id.clone(), role))
            }
            _ => None,
        }))
    }

    async fn set(
        &self,
        name: String,
        permissions: Vec<Permission>,
        points: Option<Points>,
        rename: Option<String>,
    ) -> Result<()> {
        if let Some(role) = OperatorRole::parse(&name) {
            let points = points.filter(|_| permissions.is_empty() && rename.is_none());
            return self.set_built_in(role, points).await;
        }
        let existing = self.own_role(&name).await?;
        let mut permissions: BTreeSet<Permission> = permissions.into_iter().collect();
        match &existing {
            Some((_, role)) if permissions.is_empty() => permissions.extend(role.permissions.iter().copied()),
            None if permissions.is_empty() => bail!("--permit is required for a new role"),
            _ => {}
        }
        permissions.insert(Permission::Read);
        let former = existing.as_ref().map(|(_, role)| role);
        let points_limit = points_limit(&permissions, points, former)?;
        let new_name = rename.unwrap_or_else(|| former.and_then(|role| role.name.clone()).unwrap_or(name));
        let definition = RoleDefinition { name: new_name.clone(), permissions, points_limit };
        match existing {
            Some((id, _)) => {
                self.operators.change_own_role(Manager::Command, self.site(), &id, definition).await?;
                println!("the role {new_name} of {} was changed", self.site());
            }
            None => {
                self.operators.create_role(Manager::Command, self.site(), definition).await?;
                println!("the role {new_name} was added to {}", self.site());
            }
        }
        Ok(())
    }

    async fn set_built_in(&self, role: OperatorRole, points: Option<Points>) -> Result<()> {
        let (true, Some(points)) = (role == OperatorRole::BoxOffice, points) else {
            bail!(
                "{} is a role of every site: of these, only --points of boxOffice can be set",
                role.as_str()
            );
        };
        let limit = points.limit();
        self.operators.change_box_office_points(Manager::Command, self.site(), limit).await?;
        let words = limit.map_or_else(|| "any number of".to_owned(), |limit| format!("up to {limit}"));
        println!("boxOffice may give or take {words} points at once on {}", self.site());
        Ok(())
    }

    async fn delete(&self, name: &str) -> Result<()> {
        let (id, _) = self.own_role(name).await?.with_context(|| {
            format!("{} has no role {name} of its own: `marquee role list` prints them", self.site())
        })?;
        self.operators.delete_role(Manager::Command, self.site(), &id).await?;
        println!("the role {name} of {} was deleted", self.site());
        Ok(())
    }
}

/// The limit of points of a role; `None` for no limit, and for roles that adjust no points.
fn points_limit(
    permissions: &BTreeSet<Permission>,
    points: Option<Points>,
    former: Option<&SiteRole>,
) -> Result<Option<u32>> {
    if !permissions.contains(&Permission::AdjustPoints) {
        if points.is_some() {
            bail!("--points needs --permit adjustPoints");
        }
        return Ok(None);
    }
    let former = former.filter(|role| role.permissions.contains(&Permission::AdjustPoints));
    match (points, former) {
        (Some(points), _) => Ok(points.limit()),
        (None, Some(former)) => Ok(former.points_limit),
        (None, None) => bail!("--points is required with adjustPoints: a number, or `unlimited`"),
    }
}

fn print_roles(roles: &[SiteRole], json: bool) -> Result<()> {
    if json {
        println!("{}", serde_json::to_string_pretty(roles)?);
        return Ok(());
    }
    let row = |role: &SiteRole| {
        let permissions: Vec<&str> = role.permissions.iter().map(|permission| permission.as_str()).collect();
        let points = match role.points_limit {
            Some(points) => points.to_string(),
            None if role.permissions.contains(&Permission::AdjustPoints) => "unlimited".to_owned(),
            None => String::new(),
        };
        let name = role.name.clone().unwrap_or_else(|| role.role.as_str().to_owned());
        vec![name, points, permissions.join(", ")]
    };
    let rows: Vec<_> = roles.iter().map(row).collect();
    table::print_rows(&["role", "points", "permits"], &rows);
    Ok(())
}

pub async fn run(settings: &Settings, command: RoleCommand) -> Result<ExitCode> {
    let context = match &command {
        RoleCommand::List { at, .. } | RoleCommand::Set { at, .. } | RoleCommand::Delete { at, .. } => {
            OperatorsContext::open(settings, at).await?
        }
    };
    match command {
        RoleCommand::List { json, .. } => print_roles(&context.roles().await?, json)?,
        RoleCommand::Set { name, permissions, points, rename, .. } => {
            context.set(name, permissions, points, rename).await?;
        }
        RoleCommand::Delete { name, .. } => context.delete(&name).await?,
    }
    context.loyalty.close().await;
    Ok(ExitCode::SUCCESS)
}

/// The role with a name: one that every site has, or one that the site of the scope defines, without regard to case.
pub async fn find_role(store: &Store, scope: &RoleScope, name: &str) -> Result<Role> {
    if let Some(role) = OperatorRole::parse(name) {
        return Ok(role.into());
    }
    let own = match scope {
        RoleScope::Everywhere => Vec::new(),
        RoleScope::Site(site) => store.own_roles(site).await?,
    };
    let built_in = OperatorRole::ALL.map(|role| role.as_str().to_owned());
    let names: Vec<String> =
        built_in.into_iter().chain(own.iter().map(|role| role.name().to_owned())).collect();
    let folded = name.to_lowercase();
    let role = own.into_iter().find(|role| role.name().to_lowercase() == folded);
    role.map(Role::Own).with_context(|| format!("--role {name} must be one of {}", names.join(", ")))
}
