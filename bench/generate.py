#!/usr/bin/env python3
"""Writes a site folder of any size for `marquee site import`.

Each day has 70 films; that window moves day by day, so that every film has shows within the period. The same arguments
produce the same folder. Theaters are in UTC and open from 10:00 to midnight.
"""
import argparse
import datetime
import json
import random
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIRST = """amber borrowed broken carved distant drowned eastern electric fallen gentle golden hidden hollow iron last
little lost lunar midnight narrow northern paper patient quiet restless scarlet second seventh silent silver sleeping
slow stolen sunken tidal under velvet wandering white winter""".split()
SECOND = """archive atlas bakery bell border bridge canal carousel choir clock coast comet district ember engine ferry
forest garden glacier harbor house island journey kingdom ladder lantern letter library market meridian mirror mountain
orchard orchestra parade piano quarry railway river signal station summer theater tiger tower valley violin voyage
""".split()
NAMES = """Ada Bruno Carla Dario Edith Farid Greta Hana Ivo Jonas Kaya Lena Marta Noor Oto Paula Quinn Rosa Sami Tilda
Uma Viktor Wanda Yusuf Zora""".split()
LAST = """Abello Brandt Calder Duarte Eriksen Fontaine Grabar Hollis Ibarra Jansen Kovacs Lindqvist Moreau Novak Okafor
Petrov Quiroga Rossi Sandoval Tanaka Urban Vale Weiss Yilmaz Zeller""".split()
WORDS = """a after again alone and before behind between by child city crosses day door every film finds first for four
friend from gone has her his home house in it keeps leaves letter light long map means morning mother never new night
nobody not of old on one only out over people quietly remembers returns river road sea sets she small spring stays still
stops stranger summer takes the their then they through time to town train two until up village wait war water what when
where who winter with without woman work world year years""".split()
GENRES = "Drama Comedy Thriller Documentary Animation Family Adventure Mystery Romance Horror".split()
VERSIONS = ["Localization.Version.Original", "Format.Sound.Dubbed", "Format.Projection.Imax", None]


def sentence(rng, words):
    return " ".join(rng.choice(WORDS) for _ in range(words)).capitalize() + "."


def film(rng, n, first_day, posters):
    title = f"The {rng.choice(FIRST)} {rng.choice(SECOND)} {n}".title()
    person = lambda: f"{rng.choice(NAMES)} {rng.choice(LAST)}"  # noqa: E731
    record = {
        "id": str(400_000 + n),
        "title": title,
        "slug": title.lower().replace(" ", "-"),
        "releaseDate": str(first_day - datetime.timedelta(days=n % 90)),
        "runtime": 80 + rng.randrange(80),
        "year": first_day.year,
        "certificate": rng.choice(["G", "PG", "PG-13", "R"]),
        "genres": rng.sample(GENRES, 2),
        "directors": [person()],
        "cast": [person() for _ in range(5)],
        "languages": ["en"],
        "countries": ["US"],
        "distributor": f"{rng.choice(LAST)} Pictures",
        "tagline": sentence(rng, 12),
        "synopsis": " ".join(sentence(rng, 14) for _ in range(5)),
        "badges": [],
        "attributes": [],
    }
    if posters:
        record["poster"] = posters[n % len(posters)]
    return record


def theater(n):
    return {
        "id": f"b{n}",
        "name": f"House {n}",
        "slug": f"house-{n}",
        "timeZone": "UTC",
        "address": {"street": f"{n} Harbor Street", "city": "Port Ellery", "region": "MI", "postalCode": "49190", "country": "US"},
        "screens": [{"id": str(s), "name": f"Screen {s}"} for s in range(1, 13)],
    }


def shows(rng, args, first_day, films):
    """The showtimes of all theaters: each film of a day's window `times` times, spread from 10:00 to midnight."""
    step = max(0, args.films - args.films_a_day) / max(1, args.days - 1)
    for day in range(args.days):
        date = first_day + datetime.timedelta(days=day)
        window = [films[(round(day * step) + k) % len(films)] for k in range(min(args.films_a_day, len(films)))]
        for theater_number in range(1, args.theaters + 1):
            for position, movie in enumerate(window):
                for slot in range(args.times):
                    minute = 600 + slot * (835 // args.times) + position % (835 // args.times) // 5 * 5
                    start = datetime.datetime.combine(date, datetime.time(minute // 60, minute % 60))
                    show_id = f"{theater_number}-{day}-{position}-{slot}"
                    # Most shows of a film are of one version.
                    version = rng.choice(VERSIONS) if rng.random() < 0.15 else VERSIONS[int(movie["id"]) % 4]
                    availability = rng.choice(["open"] * 8 + ["fewLeft", "soldOut"])
                    yield {
                        "id": show_id,
                        "movieId": movie["id"],
                        "theaterId": f"b{theater_number}",
                        "startsAt": f"{start.isoformat()}Z",
                        "businessDate": str(date),
                        "screen": str(1 + position % 12),
                        **({"attributes": [version]} if version else {}),
                        **({} if availability == "open" else {"availability": availability}),
                        "booking": f"https://tickets.example/start?theaterCode=b{theater_number}&perfCode={show_id}",
                    }


def site_record(args):
    site = json.loads((ROOT / "fixtures/demo/meridian/site.json").read_text())
    is_single_location = args.theaters == 1
    site["key"] = args.key
    site["hosts"] = ["127.0.0.1", "localhost"]
    site["settings"].update(name="Bench Cinema", domain="localhost", ticketingUrl="https://tickets.example")
    site["settings"]["relatedEntity"] = {"id": "b1", "name": "Bench"}
    site["settings"]["circuit"] = {"id": args.key, "name": "Bench"}
    site["settings"]["loyalty"]["circuitId"] = args.key
    site["config"].update(
        name="Bench Cinema",
        circuitId=args.key,
        isSingleLocation=is_single_location,
        relatedEntityType="Theater" if is_single_location else "Circuit",
        theaterIds=[f"b{n}" for n in range(1, args.theaters + 1)],
        movieOrderIndex=[],
    )
    return site


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--key", default="bench")
    parser.add_argument("--films", type=int, default=1000)
    parser.add_argument("--films-a-day", type=int, default=70)
    parser.add_argument("--theaters", type=int, default=1)
    parser.add_argument("--times", type=int, default=12, help="shows of a film per day and theater")
    parser.add_argument("--days", type=int, default=21)
    parser.add_argument("--max-showtimes", type=int, help="maximum number of showtimes")
    parser.add_argument("--first-day", type=datetime.date.fromisoformat, default=datetime.date(2026, 1, 10))
    parser.add_argument("--pictures", type=Path, help="an exported site whose pictures the films use")
    args = parser.parse_args()

    rng = random.Random(1)
    args.folder.mkdir(parents=True, exist_ok=True)
    posters = []
    if args.pictures:
        pictures = json.loads((args.pictures / "pictures.json").read_text())
        fixture = json.loads((ROOT / "fixtures/demo/films.json").read_text())
        posters = sorted({f["poster"] for f in fixture if f.get("poster") in pictures})
        shutil.copytree(args.pictures / "media", args.folder / "media", dirs_exist_ok=True)
        (args.folder / "pictures.json").write_text(json.dumps(pictures))
    films = [film(rng, n, args.first_day, posters) for n in range(args.films)]
    showtimes = list(shows(rng, args, args.first_day, films))[: args.max_showtimes]
    files = {
        "site": site_record(args),
        "theaters": [theater(n) for n in range(1, args.theaters + 1)],
        "movies": films,
        "showtimes": showtimes,
        "menus": json.loads((ROOT / "fixtures/demo/meridian/menus.json").read_text()),
    }
    for name, value in files.items():
        (args.folder / f"{name}.json").write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
    print(f"{args.folder}: {len(films)} films, {len(files['theaters'])} theaters, {len(showtimes)} showtimes")


if __name__ == "__main__":
    main()
