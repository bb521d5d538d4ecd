//! The site's look, as far as a mail can wear it.

use marquee_model::settings::Color;

use crate::{Address, Link};

/// How a site's mails look, and what stands at their end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// The site's name.
    pub name: String,
    /// The site's address.
    pub origin: Link,
    /// The logo. Left out unless it lies on the site's own origin: a mail asks nobody else for anything.
    pub logo: Option<Link>,
    /// The colours.
    pub colors: Colors,
    /// The postal address, line by line.
    pub postal: Vec<String>,
    /// Where members may write to.
    pub contact: Option<Address>,
}

impl Look {
    /// A look of a name and an address, in [the colours of the default](Colors::default).
    #[must_use]
    pub fn new(name: impl Into<String>, origin: Link) -> Self {
        let (logo, postal, contact) = (None, Vec::new(), None);
        Self { name: name.into(), origin, logo, colors: Colors::default(), postal, contact }
    }

    /// The logo, if it lies on the site's own origin.
    pub(crate) fn own_logo(&self) -> Option<&Link> {
        self.logo.as_ref().filter(|logo| logo.same_origin(&self.origin))
    }
}

/// The colours of a mail. Each is `#RRGGBB` by its type, so none can break out of an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colors {
    /// The button, and the line under the site's name.
    pub primary: Color,
    /// Words on the button.
    pub on_primary: Color,
    /// The page.
    pub background: Color,
    /// Words on the page.
    pub text: Color,
}

/// Dark words on white.
impl Default for Colors {
    fn default() -> Self {
        let color = |text| Color::parse(text).expect("a colour written here is #RRGGBB");
        let (dark, white) = (color("#212020"), color("#FFFFFF"));
        Self { primary: dark.clone(), on_primary: white.clone(), background: white, text: dark }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logo_of_somebody_else_is_left_out() {
        let link = |text| Link::parse(text).unwrap();
        let mut look = Look::new("Aster", link("https://aster.example/"));
        look.logo = Some(link("https://aster.example/media/logo.png"));
        assert!(look.own_logo().is_some());
        for elsewhere in
            ["https://pixel.example/a.png", "http://aster.example/a.png", "https://aster.example:8443/a"]
        {
            look.logo = Some(link(elsewhere));
            assert!(look.own_logo().is_none(), "{elsewhere}");
        }
    }

    #[test]
    fn a_color_is_nothing_but_a_color() {
        for hostile in
            ["#FFF", "red", "#12345G", "#FFFFFF\"><script>", "#FFFFFF;background:url(//evil.example)"]
        {
            assert!(Color::parse(hostile).is_none(), "{hostile}");
        }
        assert_eq!(Colors::default().text.as_str(), "#212020");
    }
}
