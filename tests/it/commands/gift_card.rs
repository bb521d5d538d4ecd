//! `marquee gift-card`

use marquee_tests::{Acme, Data};
use serde_json::Value;

fn run(data: &Data, args: &[&str]) -> String {
    data.run(&[args, &["--site", "acme"]].concat()).stdout_of_success()
}

#[test]
fn the_number_of_a_gift_card_is_printed_once_and_not_stored() {
    let data = Data::with(&[&Acme::single()]);
    let output = run(&data, &["gift-card", "add", "amount=2500", "currency=EUR", "expiresAt=2030-01-01"]);
    let number = output.lines().find_map(|line| line.strip_prefix("number: ")).unwrap();
    assert!(number.len() == 17 && output.contains("\npin: "), "{output}");
    let listed = run(&data, &["gift-card", "list", "--json"]);
    let cards: Value = serde_json::from_str(&listed).unwrap();
    assert_eq!((&cards[0]["balance"], &cards[0]["currency"]), (&2500.into(), &"EUR".into()));
    assert!(number.ends_with(cards[0]["lastFour"].as_str().unwrap()) && !listed.contains(number));
    for entry in std::fs::read_dir(data.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let bytes = std::fs::read(&path).unwrap();
            assert!(!bytes.windows(number.len()).any(|w| w == number.as_bytes()), "{}", path.display());
        }
    }
}

#[test]
fn importing_gift_cards_again_changes_nothing() {
    let data = Data::with(&[&Acme::single()]);
    let file = data.file("gifts.csv");
    let text = "number,pin,amount,currency\nGC-2000-1111,4321,1500,EUR\nGC-2000-2222,,700,EUR\nGC1,,5,EUR\n";
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let printed = run(&data, &["gift-card", "import", file]);
    assert!(printed.contains("line 4: number must have 8 to 40"), "{printed}");
    let again = run(&data, &["gift-card", "import", file]);
    assert!(again.lines().any(|l| l.split_whitespace().eq(["gift-cards", "0", "0", "2"])), "{again}");
    let table = run(&data, &["gift-card", "list"]);
    assert!(table.contains("1111") && table.contains("1500"), "{table}");
}
