//! Who else has the editor of a site open, and what they ask each other (decision 0064).

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use marquee_api::editor::{OperatorRequest, OperatorRequestKind, PresentOperator};
use marquee_model::operator::Permission;
use marquee_model::{OperatorId, SiteId};
use marquee_store::OperatorRequestRow;

use super::{Author, DraftError, Drafts};

/// How long after the last request an operator counts as present.
const PRESENCE: SignedDuration = SignedDuration::from_secs(15);
/// How long a request is shown, unless it is answered.
pub const SHOWN: SignedDuration = SignedDuration::from_mins(15);
/// How long an operator does not ask the same person for the same thing again.
const PAUSE: SignedDuration = SignedDuration::from_mins(1);

/// What changes while the editor of a site is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Presence {
    /// The version of the draft.
    pub version: i64,
    pub present: Vec<PresentOperator>,
    pub requests: Vec<OperatorRequest>,
}

impl Drafts {
    fn ago(&self, duration: SignedDuration) -> Timestamp {
        self.clock.now().saturating_sub(duration).unwrap_or(Timestamp::MIN)
    }

    /// The version of the draft, who else has the site open, and what they ask the viewer for. Records that the viewer has it open.
    ///
    /// # Errors
    /// [`DraftError::Store`].
    pub async fn presence(&self, site: &SiteId, viewer: &OperatorId) -> Result<Presence, DraftError> {
        // At most one write in a few seconds.
        if !self.store.present_operators(site, self.ago(PRESENCE / 3)).await?.contains(viewer) {
            let mut tx = self.store.begin().await?;
            tx.save_presence(site, viewer, self.clock.now()).await?;
            tx.commit().await?;
        }
        Ok(Presence {
            version: self.store.draft_version(site).await?,
            present: self.present(site, viewer).await?,
            requests: self.requests(site, viewer).await?,
        })
    }

    /// Who else has a site open.
    pub(super) async fn present(
        &self,
        site: &SiteId,
        viewer: &OperatorId,
    ) -> Result<Vec<PresentOperator>, DraftError> {
        let mut present: BTreeSet<OperatorId> =
            self.store.present_operators(site, self.ago(PRESENCE)).await?.into_iter().collect();
        present.remove(viewer);
        if present.is_empty() {
            return Ok(Vec::new());
        }
        let people = self.store.site_operators(site).await?.into_iter();
        let people = people.filter(|(operator, _)| present.contains(&operator.id));
        Ok(people
            .map(|(operator, role)| PresentOperator {
                id: operator.id.to_string(),
                name: operator.name,
                may_publish: role.grant.permits_somewhere(Permission::Publish),
            })
            .collect())
    }

    /// What others ask an operator for.
    pub(super) async fn requests(
        &self,
        site: &SiteId,
        viewer: &OperatorId,
    ) -> Result<Vec<OperatorRequest>, DraftError> {
        let mut requests = Vec::new();
        for row in self.store.operator_requests(site, viewer, self.ago(SHOWN)).await? {
            if let Some(operator) = self.store.operator(&row.from).await? {
                let OperatorRequestRow { from, kind, at, .. } = row;
                requests.push(OperatorRequest { kind, from: from.to_string(), name: operator.name, at });
            }
        }
        Ok(requests)
    }

    /// Asks people who have the site open and may publish: one of them to publish, or all of them to wait with it. Each sees it in
    /// the editor, until they close it or a quarter of an hour has passed.
    ///
    /// # Errors
    /// [`DraftError::NobodyToAsk`] if `to`, or anybody, is not there or may not publish; [`DraftError::AskedRecently`] within a minute.
    pub async fn send_request(
        &self,
        site: &SiteId,
        author: &Author,
        kind: OperatorRequestKind,
        to: Option<&str>,
    ) -> Result<(), DraftError> {
        let present = self.present(site, &author.id).await?;
        let asked = |person: &&PresentOperator| person.may_publish && to.is_none_or(|to| person.id == to);
        let people: Vec<&PresentOperator> = present.iter().filter(asked).collect();
        if people.is_empty() || (kind == OperatorRequestKind::Publish && to.is_none()) {
            return Err(DraftError::NobodyToAsk);
        }
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        let mut names = Vec::new();
        for person in people {
            let Ok(to) = OperatorId::parse(&person.id) else { continue };
            let earlier = tx.operator_request(site, &author.id, &to, kind).await?;
            if earlier.is_none_or(|row| row.at <= self.ago(PAUSE)) {
                let (from, is_answered) = (author.id.clone(), false);
                let row = OperatorRequestRow { from, to, kind, at: now, is_answered };
                tx.save_operator_request(site, &row).await?;
                names.push(person.name.as_str());
            }
        }
        if names.is_empty() {
            return Err(DraftError::AskedRecently { seconds: PAUSE.as_secs().unsigned_abs() });
        }
        let action = match kind {
            OperatorRequestKind::Publish => "site.ask-publish",
            OperatorRequestKind::Wait => "site.ask-wait",
        };
        tx.log_audit(site, &self.audit(author, action, "", &names.join(", "))).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Closes a request of somebody else; nothing happens if it is closed already.
    ///
    /// # Errors
    /// [`DraftError::Store`].
    pub async fn answer(
        &self,
        site: &SiteId,
        viewer: &OperatorId,
        kind: OperatorRequestKind,
        from: &str,
    ) -> Result<(), DraftError> {
        let Ok(from) = OperatorId::parse(from) else { return Ok(()) };
        let mut tx = self.store.begin().await?;
        tx.answer_operator_request(site, &from, viewer, kind).await?;
        tx.commit().await?;
        Ok(())
    }
}
