//! `/permalink/movie/{id}`

use marquee_tests::{CLOCK, Data};

#[test]
fn route_05_a_permalink_redirects_to_the_film_page_and_keeps_the_query() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    for (from, to) in [
        ("/permalink/movie/318204", "/movies/318204-the-salt-cartographer/"),
        ("/permalink/movie/318204/", "/movies/318204-the-salt-cartographer/"),
        (
            "/permalink/movie/318204?utm_source=mail&x=a%20b",
            "/movies/318204-the-salt-cartographer/?utm_source=mail&x=a%20b",
        ),
        ("/fr/permalink/movie/318204", "/fr/movies/318204-the-salt-cartographer/"),
    ] {
        let reply = site.get(from);
        assert_eq!((reply.status, reply.required_header("location").as_str()), (302, to), "{from}");
        assert!(reply.body.is_empty());
    }
    for nobody in
        ["/permalink/movie/404", "/permalink/movie/", "/permalink/movie/x", "/permalink/movie/318204/x"]
    {
        let reply = site.get(nobody);
        assert_eq!((reply.status, reply.header("location")), (404, None), "{nobody}");
    }
}
