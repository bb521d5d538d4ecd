//! Webhooks and their messages.

use jiff::{SignedDuration, Timestamp};
use marquee_model::webhook::{MessageState, WebhookProblem};
use marquee_model::{MovieId, SiteId, Tag, WebhookId, WebhookMessageId};
use marquee_store::{WebhookMessageRow, WebhookRow, WriteTx};
use serde_json::json;

use crate::db::Db;
use crate::members::now;
use crate::records::site_id;

fn id(text: &str) -> WebhookId {
    WebhookId::parse(text).unwrap()
}

fn seconds(count: i64) -> Timestamp {
    now() + SignedDuration::from_secs(count)
}

fn webhook(site: &str, name: &str) -> WebhookRow {
    WebhookRow {
        site: site_id(site),
        id: id(name),
        address: "https://program.example/hooks".to_owned(),
        secret: "sealed".to_owned(),
        is_on: true,
        seen: 0,
        created_at: now(),
    }
}

fn message(site: &str, webhook: &str, name: &str, at: Timestamp) -> WebhookMessageRow {
    WebhookMessageRow {
        site: site_id(site),
        id: WebhookMessageId::parse(name).unwrap(),
        webhook: id(webhook),
        at,
        body: json!({ "type": "test" }),
        state: MessageState::Waiting,
        attempts: 0,
        next_at: Some(at),
        status: None,
        problem: None,
        error: None,
    }
}

pub async fn fill(tx: &mut WriteTx, site: &SiteId) {
    tx.save_webhook(&webhook(site.as_str(), "w1")).await.unwrap();
    let failed = WebhookMessageRow {
        state: MessageState::Failed,
        next_at: None,
        status: Some(500),
        problem: Some(WebhookProblem::Status),
        error: Some("status 500".to_owned()),
        ..message(site.as_str(), "w1", "m1", now())
    };
    tx.save_webhook_message(&failed).await.unwrap();
}

pub async fn webhooks_are_of_one_site_and_see_its_changes(db: Db) {
    let (s, acme) = (&db.store, site_id("acme"));
    let mut tx = s.begin().await.unwrap();
    let off = WebhookRow { is_on: false, created_at: seconds(1), ..webhook("acme", "w2") };
    for row in [&off, &webhook("acme", "w1"), &webhook("other", "w1")] {
        tx.save_webhook(row).await.unwrap();
    }
    let newest = s.last_change().await.unwrap();
    tx.record_change(&acme, Tag::Films);
    tx.record_change(&acme, Tag::Movie(MovieId::parse("1").unwrap()));
    tx.record_change(&site_id("other"), Tag::Events);
    tx.commit().await.unwrap();
    assert_eq!(s.webhooks(&acme).await.unwrap(), [webhook("acme", "w1"), off], "the oldest first");
    assert_eq!(s.active_webhooks().await.unwrap().len(), 2);
    let (last, tags) = s.changed_tags_after(&acme, newest).await.unwrap().unwrap();
    assert_eq!(tags, [Tag::Films, Tag::Movie(MovieId::parse("1").unwrap())]);
    assert_eq!(s.changed_tags_after(&acme, last).await.unwrap(), None);

    let mut tx = s.begin().await.unwrap();
    let seen =
        WebhookRow { seen: last, address: "https://other.example/".to_owned(), ..webhook("acme", "w1") };
    tx.save_webhook(&seen).await.unwrap();
    tx.save_webhook_message(&message("acme", "w1", "m1", now())).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(s.webhook(&acme, &id("w1")).await.unwrap(), Some(seen));
    let mut tx = s.begin().await.unwrap();
    assert!(tx.remove_webhook(&acme, &id("w1")).await.unwrap());
    assert!(!tx.remove_webhook(&acme, &id("w1")).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(s.webhook_messages(&acme, &id("w1"), None, 9).await.unwrap(), [], "with its messages");
}

pub async fn messages_are_leased_sent_once_and_removed_when_old(db: Db) {
    let (s, acme) = (&db.store, site_id("acme"));
    let mut tx = s.begin().await.unwrap();
    tx.save_webhook(&webhook("acme", "w1")).await.unwrap();
    tx.save_webhook(&webhook("acme", "w2")).await.unwrap();
    for (name, webhook, at) in [("m1", "w1", 0), ("m2", "w1", 1), ("m3", "w2", 2), ("m4", "w1", 60)] {
        tx.save_webhook_message(&message("acme", webhook, name, seconds(at))).await.unwrap();
    }
    assert_eq!(tx.waiting_webhook_messages(&acme, &id("w1")).await.unwrap(), 3);
    tx.commit().await.unwrap();
    let due = async |webhooks: &[WebhookId], sites: &[SiteId], has_failed: bool| {
        let due = s.due_webhook_message(seconds(10), (webhooks, sites), has_failed).await.unwrap();
        due.map(|message| message.id.to_string())
    };
    assert_eq!(due(&[], &[], false).await.as_deref(), Some("m1"));
    assert_eq!(due(&[id("w1")], &[], false).await.as_deref(), Some("m3"));
    assert_eq!(due(&[], std::slice::from_ref(&acme), false).await, None);
    assert_eq!(due(&[], &[], true).await, None);

    let first = message("acme", "w1", "m1", seconds(0));
    let mut tx = s.begin().await.unwrap();
    let key = (&acme, &first.id);
    assert!(tx.lease_webhook_message(key, seconds(10), seconds(70)).await.unwrap());
    assert!(!tx.lease_webhook_message(key, seconds(10), seconds(70)).await.unwrap());
    let delivered = WebhookMessageRow {
        state: MessageState::Delivered,
        next_at: None,
        attempts: 1,
        status: Some(204),
        ..first.clone()
    };
    tx.save_webhook_message(&delivered).await.unwrap();
    assert_eq!(tx.webhook_message(&acme, &first.id).await.unwrap(), Some(delivered));
    tx.end_webhook_messages(&acme, &id("w1"), (WebhookProblem::Off, None), "switched off").await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(due(&[], &[], false).await.as_deref(), Some("m3"));
    let counts = s.webhook_counts(&acme).await.unwrap();
    let of_first = [(MessageState::Delivered, 1), (MessageState::Failed, 2)].into();
    assert_eq!(counts, [(id("w1"), of_first), (id("w2"), [(MessageState::Waiting, 1)].into())].into());
    let before = WebhookMessageId::parse("m4").unwrap();
    let listed = s.webhook_messages(&acme, &id("w1"), Some(&before), 1).await.unwrap();
    let failure = (listed[0].problem, listed[0].error.as_deref());
    assert_eq!((listed[0].id.as_str(), failure), ("m2", (Some(WebhookProblem::Off), Some("switched off"))));

    let clean = async |since: Timestamp, kept: u64| {
        let mut tx = s.begin().await.unwrap();
        tx.clean_webhook_messages(&acme, &id("w1"), since, kept).await.unwrap();
        tx.clean_webhook_messages(&acme, &id("w2"), seconds(90), 0).await.unwrap();
        tx.commit().await.unwrap();
        let kept = s.webhook_messages(&acme, &id("w1"), None, 9).await.unwrap();
        kept.into_iter().map(|message| message.id.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(clean(seconds(0), 2).await, ["m4", "m2"], "the newest ones");
    assert_eq!(clean(seconds(30), 9).await, ["m4"], "not those of long ago");
    assert_eq!(due(&[], &[], false).await.as_deref(), Some("m3"), "nothing that waits");
}
