//! What is found on a website

use marquee_website::Finding;

use crate::stub::{Response, Stub, html};

const HOME: &str = include_str!("../../../../fixtures/website/index.html");
const WHATS_ON: &str = include_str!("../../../../fixtures/website/whats-on.html");
const ABOUT: &str = include_str!("../../../../fixtures/website/about.html");
const CSS: &str = include_str!("../../../../fixtures/website/style.css");
const LOGO: &str = include_str!("../../../../fixtures/website/logo.svg");

fn cinema() -> [(&'static str, Response); 5] {
    [
        ("/", html(HOME)),
        ("/whats-on/", html(WHATS_ON)),
        ("/about/", html(ABOUT)),
        ("/style.css", Response::Body("text/css", CSS.into())),
        ("/logo.svg", Response::Body("image/svg+xml", LOGO.into())),
    ]
}

#[tokio::test]
async fn a_cinema_gives_its_name_logo_colors_fonts_program_and_pages() {
    let stub = Stub::serve(cinema()).await;
    let (findings, result) = stub.read().await;
    assert!(result.is_ok(), "{result:?}");
    let [
        Finding::Identity(identity),
        Finding::Style(style),
        Finding::Logo(Some(logo)),
        Finding::Program(program),
        Finding::Pages(pages),
    ] = &findings[..]
    else {
        panic!("{findings:?}")
    };
    assert_eq!((identity.name.as_str(), identity.host.as_str()), ("The Tin Lantern", "127.0.0.1"));
    assert_eq!(identity.description, "Two small screens above the old ferry landing.");
    let palette = style.palette.as_ref().unwrap();
    assert_eq!((palette.primary.as_str(), palette.highlight.as_str()), ("#7A1F5C", "#E08A00"));
    assert_eq!((palette.background.as_str(), palette.header_background.as_str()), ("#FFFDF8", "#241A22"));
    let fonts = style.fonts.as_ref().unwrap();
    assert_eq!((fonts.heading.as_str(), fonts.body.as_str()), ("Bitter", "Nunito"));
    assert_eq!((logo.width, logo.height), (640, 160));
    let titles: Vec<_> = program.films.iter().map(|film| film.title.as_str()).collect();
    assert_eq!((titles, program.shows.len()), (vec!["The Ferryman’s Daughter", "Paper Moths"], 3));
    assert_eq!(program.theaters[0].phone.as_deref(), Some("+1 313 555 0142"));
    assert_eq!(pages.iter().map(|page| page.title.as_str()).collect::<Vec<_>>(), ["About us"]);
    assert!(pages[0].paragraphs[0].starts_with("The Tin Lantern opened"), "{:?}", pages[0].paragraphs);
    assert_eq!(stub.requests(), 5);
}

#[tokio::test]
async fn a_website_with_a_page_only_is_partly_found() {
    let stub = Stub::serve([("/", html("<title>Lantern</title><p>Hello"))]).await;
    let (findings, result) = stub.read().await;
    assert!(result.is_ok());
    let [
        Finding::Identity(_),
        Finding::Style(style),
        Finding::Logo(None),
        Finding::Program(program),
        Finding::Pages(pages),
    ] = &findings[..]
    else {
        panic!("{findings:?}")
    };
    assert_eq!((style.palette.is_none(), program.shows.len(), pages.len()), (true, 0, 0));
}
