//! Structured data of a real cinema, which is not part of the repository

use std::path::Path;

use marquee_website::Finding;
use serde_json::Value;

use crate::stub::{Stub, html};

#[tokio::test]
#[ignore = "reads recorded pages, which are not part of the repository"]
async fn the_castle_declares_its_name_and_films() {
    let root = std::env::var_os("MARQUEE_TEST_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), Into::into);
    let text = std::fs::read(root.join("jsonld-thecastlecinema/pages.json")).unwrap();
    let pages: Vec<Value> = serde_json::from_slice(&text).unwrap();
    let scripts: String = pages
        .iter()
        .map(|page| {
            format!("<script type=application/ld+json>{}</script>", page["jsonld"]).replace("2025-", "2027-")
        })
        .collect();
    let page: &'static str = Box::leak(scripts.into_boxed_str());
    let stub = Stub::serve([("/", html(page))]).await;
    let (findings, _) = stub.read().await;
    let (Finding::Identity(identity), Finding::Program(program)) = (&findings[0], &findings[3]) else {
        panic!("{findings:?}")
    };
    assert_eq!(identity.name, "The Castle Cinema");
    assert_eq!((program.theaters.len(), program.shows.len()), (1, 17));
}
