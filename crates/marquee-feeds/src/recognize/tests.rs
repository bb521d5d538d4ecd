use super::*;
use crate::Source;

fn file(name: &str, content: impl AsRef<[u8]>) -> SourceFile {
    SourceFile { name: name.to_owned(), bytes: content.as_ref().to_vec() }
}

fn format_of_file(name: &str, content: impl AsRef<[u8]>) -> Result<Format, String> {
    recognize(&mut [file(name, content)], None).map_err(|error| error.to_string())
}

#[test]
fn each_format_is_recognized_by_its_content() {
    for (content, format) in [
        (r#"{ "spec": "cinemashowtimes/1.0", "cinema": {}, "sessions": [] }"#, Format::CinemaShowtimes),
        (r#" [{ "cinema": { "cinema_id": "1" }, "films": [] }]"#, Format::CinemaShowtimes),
        (r#"{ "data": { "allTheater": { "nodes": [] } } }"#, Format::Boxoffice),
        (r#"{ "result": { "data": { "allMovie": { "nodes": [] } } } }"#, Format::Boxoffice),
        (r#"{ "123": { "allEvent": { "nodes": [] } } }"#, Format::Boxoffice),
        (r#"{ "P1": { "schedule": {} } }"#, Format::Boxoffice),
        (r#"{ "@context": "https://schema.org", "@type": "ScreeningEvent" }"#, Format::JsonLd),
        (r#"[{ "@graph": [] }]"#, Format::JsonLd),
        ("<!doctype html><script type=\"application/ld+json\">{}</script>", Format::JsonLd),
        (
            r#"[{ "Id": 1, "FilmId": "F", "Title": "T", "PreShowStartTime": "2026-01-01T20:00:00" }]"#,
            Format::Veezi,
        ),
        (r#"{ "Id": "F", "Title": "T", "ShortName": "T" }"#, Format::Veezi),
        ("\u{feff}<?xml version='1.0'?><ArrayOfSession/>", Format::Veezi),
        ("<?xml version='1.0'?>\n<!-- x --><Feed Date='1'>", Format::Tapos),
        (r#"{ "businessDate": "2026-01-01", "showtimes": [], "relatedData": {} }"#, Format::Vista),
        (r#"{ "filmScreeningDates": [] }"#, Format::Vista),
        (r#"{ "ArrayOfShows": [] }"#, Format::Agile),
        ("\u{feff}BEGIN:VCALENDAR\nEND:VCALENDAR\n", Format::ICalendar),
        (r#"{ "data": { "movies": { "data": [{ "showings": [] }] } } }"#, Format::Indy),
        (r#"{ "data": { "showingsForDate": { "data": [{ "movie": null }] } } }"#, Format::Indy),
        (r#"[{ "post_title": "A", "spektrix_data": {} }]"#, Format::Spektrix),
        (r#"[{ "id": "1", "name": "A", "webEventId": null }]"#, Format::Spektrix),
        (r#"[{ "event": { "id": "1" }, "start": "", "startUtc": "" }]"#, Format::Spektrix),
        (r#"{ "result": [{ "filmTitle": "A", "showingGroups": [] }] }"#, Format::Vue),
        ("Our week\n\nDate,Time,Film\n", Format::Spreadsheet),
        ("\u{feff}Datum;Uhrzeit;Titel\n", Format::Spreadsheet),
        ("film\tday\tstart\n", Format::Spreadsheet),
        ("PK\u{3}\u{4}", Format::Spreadsheet),
    ] {
        assert_eq!(format_of_file("upload", content), Ok(format), "{content}");
    }
    let utf_16: Vec<u8> = "\u{feff}Datum\tTitel\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(format_of_file("upload", utf_16), Ok(Format::Spreadsheet));
    assert_eq!(
        format_of_file("upload", b"Datum;Uhrzeit;Titel\n1.1.;20;Am\xe9lie\n"),
        Ok(Format::Spreadsheet)
    );
}

#[test]
fn files_of_no_format_are_named_with_what_they_are() {
    for (content, part) in [
        ("<!doctype html><title>Cinema</title>", "is a web page"),
        ("<HTML><p>\u{e9}", "is a web page"),
        ("<!-- nothing -->", "is a web page"),
        ("<?xml version='1.0'?><rss><channel/></rss>", "is not clear"),
        ("<?xml version='1.0'?><html/>", "is a web page"),
        ("<rss><channel/></rss>", "is a web page"),
        ("%PDF-1.7", "is neither"),
        ("\u{89}PNG\r\n\u{1a}\n\0\0\0\rIHDR", "is neither"),
        (" \n", "is neither"),
        ("{ \"cinema\": ", "unexpected end of the file"),
        ("{ \"films\": 3 }", "is not clear"),
        ("[1, 2]", "is not clear"),
        ("Some words\nabout films\n", "is not clear"),
    ] {
        let error = format_of_file("upload.dat", content).unwrap_err();
        assert!(error.contains(part), "{content}: {error}");
    }
}

#[test]
fn files_get_the_extension_of_their_format() {
    let mut files = [file("week.txt", "Date,Time,Film\n"), file("more.csv", "Some words\n")];
    assert_eq!(recognize(&mut files, None).unwrap(), Format::Spreadsheet);
    assert_eq!(files.each_ref().map(|file| file.name.as_str()), ["week.txt.csv", "more.csv"]);
    assert_eq!(Source::from_files(files.to_vec(), crate::Limits::default()).unwrap().files().len(), 2);
    let mut calendar = [file("export?key=1", "begin:vcalendar\r\n")];
    assert_eq!(recognize(&mut calendar, None).unwrap(), Format::ICalendar);
    assert_eq!(calendar[0].name, "export?key=1.ics");
    let mut answers = [file("films", "<ArrayOfFilm/>"), file("sessions", "[]")];
    assert_eq!(recognize(&mut answers, None).unwrap(), Format::Veezi);
    assert_eq!(answers.each_ref().map(|file| file.name.as_str()), ["films.xml", "sessions.json"]);
    let mut chosen = [file("feed", "{}")];
    assert_eq!(recognize(&mut chosen, Some(Format::JsonLd)).unwrap(), Format::JsonLd);
    assert_eq!(chosen[0].name, "feed.json");
}

#[test]
fn files_of_two_formats_are_refused_unless_one_is_chosen() {
    let mut files = [file("a.json", r#"{ "@type": "Movie" }"#), file("b.csv", "Date,Time,Film\n")];
    let error = recognize(&mut files, None).unwrap_err();
    assert!(matches!(error, FeedError::MixedFormats { first: "json-ld", second: "spreadsheet" }), "{error}");
    assert_eq!(recognize(&mut files, Some(Format::JsonLd)).unwrap(), Format::JsonLd);
}
