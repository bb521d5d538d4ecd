use super::*;

#[test]
fn an_address_may_lack_its_scheme() {
    let found = |text: &str| {
        addresses(text).map(|urls| urls.iter().map(Url::to_string).collect::<Vec<_>>()).unwrap_or_default()
    };
    assert_eq!(found(" lantern.example "), ["https://lantern.example/", "http://lantern.example/"]);
    assert_eq!(found("http://lantern.example/home"), ["http://lantern.example/home"]);
    assert_eq!(found("lantern.localhost:8080").len(), 2);
    for wrong in
        ["", "lantern", "ftp://lantern.example/", "javascript:alert(1)", "https://", "two words.example"]
    {
        assert_eq!(found(wrong), [] as [&str; 0], "{wrong}");
    }
    assert!(addresses(&"a.".repeat(400)).is_err());
}
