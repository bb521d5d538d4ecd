//! Writes the recorded London schedule as CinemaShowtimes-JSON, one file per venue:
//! `cargo run -p marquee-feeds --example clusterflick -- FOLDER OUT`.

#[path = "../tests/support/clusterflick.rs"]
mod clusterflick;

use std::path::Path;

fn main() -> std::io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder, out] = args.as_slice() else {
        eprintln!("usage: clusterflick FOLDER OUT\nFOLDER contains venues.json and shows/; OUT is created");
        std::process::exit(2);
    };
    std::fs::create_dir_all(out)?;
    let payloads = clusterflick::payloads(Path::new(folder))?;
    for (venue, payload) in &payloads {
        std::fs::write(Path::new(out).join(format!("{venue}.json")), payload.to_string())?;
    }
    println!("{} venues written to {out}", payloads.len());
    Ok(())
}
