//! Style rules for what stays in view where the browser crops a picture.

use std::collections::BTreeSet;

use marquee_media::PictureName;

/// The rules for the pictures that a page shows. Style attributes are not allowed, and a component would need more script. The
/// rules are outside of all layers, so they replace positions in the stylesheet. The server's crops have the focus at the same
/// share of their width and height, so one rule holds for all of them.
pub fn focus_rules(body: &str, pictures: &BTreeSet<PictureName>) -> String {
    let rule = |picture: &PictureName| {
        let name = picture.to_string();
        let (x, y) = picture.focus.filter(|_| body.contains(&name))?.percent();
        Some(format!("img[src*=\"/{name}/\"]{{object-position:{x}% {y}%}}"))
    };
    pictures.iter().filter_map(rule).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_with_a_focus_has_a_rule_if_the_page_shows_it() {
        let name = "e3b0c44298fc1c149afb-100x50";
        let pictures = BTreeSet::from([name.parse().unwrap()]);
        let body = format!("<img src=\"/media/aster/{name}/640-2x3.webp\">");
        assert_eq!(
            focus_rules(&body, &pictures),
            format!("img[src*=\"/{name}/\"]{{object-position:100% 50%}}")
        );
        assert_eq!(focus_rules("<p>No picture</p>", &pictures), "");
    }
}
