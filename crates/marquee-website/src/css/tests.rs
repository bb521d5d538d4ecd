use super::*;

fn palette(css: &str) -> Palette {
    read(css, None, &[]).palette.unwrap()
}

fn fonts(css: &str, linked: &[&str]) -> Option<(String, String)> {
    let linked: Vec<String> = linked.iter().map(|name| (*name).to_owned()).collect();
    read(css, None, &linked).fonts.map(|f| (f.heading.as_str().to_owned(), f.body.as_str().to_owned()))
}

#[test]
fn colors_come_from_properties_surfaces_and_buttons() {
    let found = palette(
        ":root { --brand-primary: #0b5d6b; --wp--preset--color: #ff0000 } /* body { background: #f00 } */
         body { background: #fdfaf5; color: #222 } .site-header { background-color: rgb(16 24 32 / 1) }
         footer.big { background: hsl(200, 30%, 12%) } .btn { background: var(--brand-primary) }
         @media (min-width: 1px) { .tag { background: #e4572e } } .x { color: #e4572e }",
    );
    assert_eq!(found.primary.as_str(), "#0B5D6B");
    assert_eq!(found.highlight.as_str(), "#E4572E");
    assert_eq!((found.background.as_str(), found.header_background.as_str()), ("#FDFAF5", "#101820"));
    assert_eq!(found.footer_background.as_str(), "#152228");
}

#[test]
fn a_theme_color_is_enough_and_no_color_is_none() {
    let style = read("", Some("#a01d34"), &[]);
    assert_eq!(style.palette.map(|palette| palette.primary.as_str().to_owned()), Some("#A01D34".to_owned()));
    assert_eq!(read("p { margin: 0 } a { color: #333 }", Some("no color"), &[]), Style::default());
}

#[test]
fn a_dark_site_without_hues_gets_light_ink() {
    let found = palette("body { background: #111 }");
    assert_eq!((found.background.as_str(), found.primary.as_str()), ("#111111", "#F5F5F5"));
}

#[test]
fn fonts_are_those_that_sites_can_have_or_their_nearest_relatives() {
    let pair = |heading: &str, body: &str| Some((heading.to_owned(), body.to_owned()));
    assert_eq!(
        fonts(
            "body { font-family: Lato, sans-serif } h1, h2 { font-family: 'Playfair Display', serif }",
            &[]
        ),
        pair("Playfair Display", "Lato")
    );
    assert_eq!(fonts("html { font-family: Unknown, Georgia, serif }", &[]), pair("Lora", "Lora"));
    assert_eq!(
        fonts("body { font: 1em x; font-family: -apple-system, Arial, sans-serif }", &[]),
        pair("Open Sans", "Open Sans")
    );
    assert_eq!(
        fonts(
            ":root { --f: 'Source Sans 3' } body { font-family: var(--f) } h1 { font-family: 'Bebas Neue' }",
            &[]
        ),
        pair("Oswald", "Source Sans Pro")
    );
    assert_eq!(fonts("", &["Work Sans"]), pair("Work Sans", "Work Sans"));
    assert_eq!(fonts("@font-face { font-family: Icons } p { color: red }", &[]), None);
}

#[test]
fn security_7_5_hostile_style_sheets_are_read_in_bounds() {
    let endless = ":root { --a: var(--b); --b: var(--a) } .btn { background: var(--a) }";
    assert_eq!(read(endless, None, &[]), Style::default());
    for css in [
        "{".repeat(1 << 20),
        "}".repeat(1 << 20),
        "a{b:".repeat(200_000),
        "/*".repeat(500_000),
        "a{color:#f00}".repeat(80_000),
    ] {
        read(&css, None, &[]);
    }
    assert!(declarations(&"a{color:#f00;}".repeat(80_000)).len() <= MAX_DECLARATIONS);
}
