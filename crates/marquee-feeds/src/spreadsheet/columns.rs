//! The columns of a spreadsheet, with the names that they have in four languages.

/// A column: its key, whether a row needs it, the names that headings may have, and an example.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// The English heading, as in the template.
    pub name: &'static str,
    pub is_required: bool,
    /// Other headings, in lower case without accents.
    pub(super) others: &'static [&'static str],
    /// A value for the template.
    pub example: &'static str,
    /// What people write in it.
    pub about: &'static str,
}

impl Column {
    /// The heading and the other names that it may have, in English, German, French and Spanish.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.others.iter().copied())
    }
}

const fn column(
    name: &'static str,
    is_required: bool,
    others: &'static [&'static str],
    example: &'static str,
    about: &'static str,
) -> Column {
    Column { name, is_required, others, example, about }
}

/// The columns of a spreadsheet.
pub const COLUMNS: &[Column] = &[
    column(
        "Date",
        true,
        &["day", "datum", "tag", "jour", "fecha", "dia"],
        "2026-11-20",
        "Day of the show: a date of the spreadsheet program, or text such as 2026-11-20, 20.11.2026 or 20 Nov 2026",
    ),
    column(
        "Time",
        true,
        &["start", "starts", "uhrzeit", "zeit", "beginn", "heure", "debut", "hora", "inicio"],
        "18:10",
        "Start, such as 18:10 or 6:10 PM. 24:15 is a quarter past midnight, after the evening of the date",
    ),
    column(
        "Film",
        true,
        &["title", "movie", "titel", "titre", "pelicula", "titulo"],
        "Low Tide Orchestra",
        "Title of one film. A title that the site does not have becomes a new film",
    ),
    column(
        "Theater",
        false,
        &["theatre", "cinema", "kino", "site", "cine"],
        "",
        "Name or id of the theater; empty for the theater that is chosen, or the only one",
    ),
    column("Screen", false, &["auditorium", "saal", "salle", "sala"], "", "Name, id or number of the screen"),
    column(
        "Length",
        false,
        &["runtime", "minutes", "lange", "laufzeit", "dauer", "duree", "duracion"],
        "102",
        "Running time of a new film: minutes, or hours and minutes such as 1:42",
    ),
    column(
        "Rating",
        false,
        &["certificate", "fsk", "freigabe", "altersfreigabe", "classification", "clasificacion"],
        "PG",
        "Rating of a new film",
    ),
    column(
        "Attributes",
        false,
        &["attribute", "version", "format", "versions", "formats", "merkmale", "attributs", "atributos"],
        "OV, AD",
        "Names of attributes, separated by commas: 3D, OV, AD, Relaxed or your own",
    ),
    column(
        "Price",
        false,
        &["price from", "preis", "preis ab", "prix", "prix a partir de", "precio"],
        "13.50",
        "Lowest full price, in the currency of the site",
    ),
    column(
        "Booking link",
        false,
        &[
            "booking",
            "link",
            "url",
            "tickets",
            "ticket link",
            "buchungslink",
            "lien",
            "reservation",
            "enlace",
        ],
        "",
        "Address of the page that sells tickets, with https://",
    ),
];

pub(super) const DATE: usize = 0;
pub(super) const TIME: usize = 1;
pub(super) const FILM: usize = 2;
pub(super) const THEATER: usize = 3;
pub(super) const SCREEN: usize = 4;
pub(super) const LENGTH: usize = 5;
pub(super) const RATING: usize = 6;
pub(super) const ATTRIBUTES: usize = 7;
pub(super) const PRICE: usize = 8;
pub(super) const BOOKING: usize = 9;
