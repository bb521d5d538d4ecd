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
}

const fn column(
    name: &'static str,
    is_required: bool,
    others: &'static [&'static str],
    example: &'static str,
) -> Column {
    Column { name, is_required, others, example }
}

/// The columns of a spreadsheet.
pub const COLUMNS: &[Column] = &[
    column("Date", true, &["day", "datum", "tag", "jour", "fecha", "dia"], "2026-11-20"),
    column(
        "Time",
        true,
        &["start", "starts", "uhrzeit", "zeit", "beginn", "heure", "debut", "hora", "inicio"],
        "18:10",
    ),
    column("Film", true, &["title", "movie", "titel", "titre", "pelicula", "titulo"], "Low Tide Orchestra"),
    column("Theater", false, &["theatre", "cinema", "kino", "site", "cine"], ""),
    column("Screen", false, &["auditorium", "saal", "salle", "sala"], ""),
    column(
        "Length",
        false,
        &["runtime", "minutes", "lange", "laufzeit", "dauer", "duree", "duracion"],
        "102",
    ),
    column(
        "Rating",
        false,
        &["certificate", "fsk", "freigabe", "altersfreigabe", "classification", "clasificacion"],
        "PG",
    ),
    column(
        "Attributes",
        false,
        &["attribute", "version", "format", "versions", "formats", "merkmale", "attributs", "atributos"],
        "OV, AD",
    ),
    column(
        "Price",
        false,
        &["price from", "preis", "preis ab", "prix", "prix a partir de", "precio"],
        "13.50",
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
