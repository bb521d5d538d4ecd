//! Content pages: one generic template of blocks (ROUTE-15).

use marquee_api::{BlockView, ContentPage, PageBody};
use marquee_model::Tag;
use marquee_model::catalog::{Block, MenuItem};
use marquee_store::StoreError;

use super::scene::{Page, Scene};
use super::{Built, frame};

pub async fn build(scene: &Scene<'_>, path: &str) -> Result<Built, StoreError> {
    let snapshot = scene.snapshot.clone();
    let Some(record) = snapshot.pages.get(path) else {
        return super::error::build(scene, http::StatusCode::NOT_FOUND).await;
    };
    let local = record.localizations.get(scene.formats.locale().short());
    let title = scene.text(&record.localizations, |l| l.title.as_ref(), &record.title).to_owned();
    let blocks = local.and_then(|l| l.blocks.as_ref()).unwrap_or(&record.blocks);
    let body =
        ContentPage { title: title.clone(), blocks: blocks.iter().filter_map(|b| block(scene, b)).collect() };
    let mut page = Page::new(title, PageBody::Content(body));
    page.description =
        scene.text(&record.localizations, |l| l.description.as_ref(), &record.description).to_owned();
    page.tags = vec![Tag::Page(path.to_owned())];
    scene.finish(page).await
}

/// A block as it is shown; a picture that is not stored is left out.
fn block(scene: &Scene<'_>, block: &Block) -> Option<BlockView> {
    Some(match block.clone() {
        Block::Hero { title, text } => BlockView::Hero { title, text },
        Block::Text { title, paragraphs } => BlockView::Text { title, paragraphs },
        Block::Image { picture, alt } => BlockView::Image { picture: scene.picture(Some(&picture))?, alt },
        Block::Accordion { items } => {
            BlockView::Accordion { items: items.into_iter().map(|i| (i.title, i.text)).collect() }
        }
        Block::CallToAction { title, text, label, href } => {
            let item = MenuItem { label, href, ..MenuItem::default() };
            BlockView::CallToAction { title, text, link: frame::link(scene, &item) }
        }
    })
}
