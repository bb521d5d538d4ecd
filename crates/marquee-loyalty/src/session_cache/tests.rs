use std::sync::OnceLock;

use marquee_model::loyalty::ApiVersion;
use serde_json::json;

use super::*;
use crate::caller::Details;
use crate::tokens;

const MILLISECOND: Duration = Duration::from_millis(1);

fn site(key: &str) -> SiteId {
    SiteId::parse(key).unwrap()
}

/// A sign-in of a member.
fn sign_in(member: &str) -> AuthenticatedMember {
    let member = json!({
        "id": member, "firstName": "Ada", "lastName": "Lovelace", "createdAt": "2025-05-05T18:00:00Z",
    });
    let member: marquee_model::loyalty::Member = serde_json::from_value(member).unwrap();
    let created_at = member.created_at;
    let (session, _) = tokens::begin(&member.id, ApiVersion::V3, 1, "", created_at).unwrap();
    AuthenticatedMember {
        session,
        details: Details { member, level_name: None, points: 0, card: None },
        password_hash: None,
        cached_response: OnceLock::new(),
    }
}

/// Caches a sign-in of another id, and returns this id.
fn fill(cache: &SessionCache, template: &AuthenticatedMember, number: usize, now: Instant) -> SessionId {
    let mut principal = template.clone();
    principal.session.id = SessionId::parse(&format!("s{number}")).unwrap();
    let id = principal.session.id.clone();
    cache.insert(cache.generation(), &site("a"), Arc::new(principal), now);
    id
}

fn is_cached(cache: &SessionCache, id: &SessionId, now: Instant) -> bool {
    cache.get(&site("a"), id, now).is_some()
}

#[test]
fn security_1_6_a_cached_sign_in_is_valid_for_less_than_a_second_on_its_site() {
    let (cache, start) = (SessionCache::default(), Instant::now());
    let principal = Arc::new(sign_in("m1"));
    let id = principal.session.id.clone();
    assert!(!is_cached(&cache, &id, start));
    cache.insert(cache.generation(), &site("a"), principal.clone(), start);
    let cached = cache.get(&site("a"), &id, start + TIME_TO_LIVE - MILLISECOND);
    assert!(cached.is_some_and(|cached| Arc::ptr_eq(&cached, &principal)));
    assert!(!is_cached(&cache, &id, start + TIME_TO_LIVE));
    assert!(!is_cached(&cache, &id, start + TIME_TO_LIVE + MILLISECOND));
    assert!(cache.get(&site("b"), &id, start).is_none());
}

#[test]
fn security_1_6_a_write_invalidates_the_sign_ins_of_its_member_only() {
    let (cache, start) = (SessionCache::default(), Instant::now());
    let [ada, bea] = ["m1", "m2"].map(|member| Arc::new(sign_in(member)));
    for (site_key, principal) in [("a", &ada), ("a", &bea), ("b", &ada)] {
        cache.insert(cache.generation(), &site(site_key), principal.clone(), start);
    }
    cache.invalidate(&site("a"), &ada.session.member);
    let is_cached_on = |key: &str, id: &SessionId| cache.get(&site(key), id, start).is_some();
    assert!(!is_cached_on("a", &ada.session.id));
    assert!(is_cached_on("a", &bea.session.id), "another member");
    assert!(is_cached_on("b", &ada.session.id), "another site");
}

#[test]
fn security_1_6_data_that_was_read_before_a_write_is_not_cached_after_it() {
    let (cache, start) = (SessionCache::default(), Instant::now());
    let principal = Arc::new(sign_in("m1"));
    let id = &principal.session.id;
    for _ in 0..2 {
        let before = cache.generation();
        cache.invalidate(&site("a"), &principal.session.member);
        cache.insert(before, &site("a"), principal.clone(), start);
        assert!(!is_cached(&cache, id, start));
        cache.insert(cache.generation(), &site("a"), principal.clone(), start);
        assert!(is_cached(&cache, id, start));
    }
}

#[test]
fn a_full_cache_keeps_valid_sign_ins_and_removes_expired_ones() {
    let (cache, start) = (SessionCache::default(), Instant::now());
    let template = sign_in("m1");
    let half = start + TIME_TO_LIVE / 2;
    let oldest = fill(&cache, &template, 0, start);
    for number in 1..MAX_ENTRIES {
        fill(&cache, &template, number, half);
    }
    let refused = fill(&cache, &template, MAX_ENTRIES, half);
    assert!(!is_cached(&cache, &refused, half), "there is no space");
    assert!(is_cached(&cache, &oldest, half), "a valid sign-in is not removed");
    let end = start + TIME_TO_LIVE;
    let added = fill(&cache, &template, MAX_ENTRIES, end);
    assert!(is_cached(&cache, &added, end), "it replaces the oldest sign-in, which is one second old");
    let valid = SessionId::parse("s1").unwrap();
    assert!(is_cached(&cache, &valid, end));
    assert!(!is_cached(&cache, &fill(&cache, &template, MAX_ENTRIES + 1, end), end), "it is full again");
    let later = end + TIME_TO_LIVE;
    assert!(is_cached(&cache, &fill(&cache, &template, MAX_ENTRIES + 1, later), later));
}
