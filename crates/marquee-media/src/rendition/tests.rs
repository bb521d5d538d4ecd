use super::{Crop, Focus, Format, Frame, Rendition};

const POSTER: Crop = Crop::Ratio { w: 2, h: 3 };

#[test]
fn names_round_trip() {
    for crop in [Crop::None, POSTER, Crop::Ratio { w: 16, h: 10 }] {
        for format in Format::ALL {
            let rendition = Rendition { width: 640, crop, format };
            assert_eq!(rendition.to_string().parse::<Rendition>().unwrap(), rendition);
        }
    }
    assert_eq!(Rendition { width: 640, crop: POSTER, format: Format::Jpeg }.to_string(), "640-2x3.jpg");
}

#[test]
fn invalid_names_are_refused() {
    for text in [
        "",
        "640",
        ".avif",
        "640.",
        "640.gif",
        "640.avif.webp",
        "0640.avif",
        "+640.avif",
        "-1.avif",
        "640-.avif",
        "640-2x.avif",
        "640-2x3x4.avif",
        "640-02x3.avif",
        "640-2X3.avif",
        "640.AVIF",
        "../640.avif",
        "640/../a.avif",
        "99999999999.avif",
        "640-70000x1.avif",
        " 640.avif",
        "640.avif\n",
    ] {
        assert!(text.parse::<Rendition>().is_err(), "{text}");
    }
}

#[test]
fn a_crop_keeps_the_center() {
    let cases = [
        ((400, 900), POSTER, (0.0, 150.0, 400.0, 600.0)),
        ((900, 600), POSTER, (250.0, 0.0, 400.0, 600.0)),
        ((400, 600), POSTER, (0.0, 0.0, 400.0, 600.0)),
        ((400, 900), Crop::None, (0.0, 0.0, 400.0, 900.0)),
        ((400, 900), Crop::Ratio { w: 0, h: 1 }, (0.0, 0.0, 400.0, 900.0)),
    ];
    for ((width, height), crop, (x, y, w, h)) in cases {
        let frame = Frame::cropped(f64::from(width), f64::from(height), crop, None);
        assert_eq!(frame, Frame { x, y, width: w, height: h }, "{width} x {height} {crop:?}");
    }
}

#[test]
fn a_crop_keeps_its_focus_and_stays_within_the_picture() {
    for ((x, y), left) in [((50, 50), 250.0), ((0, 0), 0.0), ((100, 100), 500.0), ((20, 10), 100.0)] {
        let focus = Focus::new(x, y).unwrap();
        let frame = Frame::cropped(900.0, 600.0, POSTER, Some(focus));
        assert_eq!(frame, Frame { x: left, y: 0.0, width: 400.0, height: 600.0 }, "{x} {y}");
    }
}

#[test]
fn a_frame_is_never_scaled_up() {
    let size = |width, height, crop, limit| Frame::cropped(width, height, crop, None).size_within(limit);
    assert_eq!(size(400.0, 900.0, POSTER, 240), (240, 360));
    assert_eq!(size(400.0, 900.0, POSTER, 640), (400, 600));
    assert_eq!(size(900.0, 600.0, POSTER, 640), (400, 600));
    assert_eq!(size(101.0, 67.0, Crop::Ratio { w: 3, h: 1 }, 640), (101, 34));
    assert_eq!(size(10_000.0, 1.0, Crop::None, 160), (160, 1));
    assert_eq!(size(1.0, 1.0, Crop::Ratio { w: 2, h: 3 }, 160), (1, 2));
    assert_eq!(
        Frame::cropped(50.0, 25.0, Crop::None, None).size_at(640),
        (640, 320),
        "size_at may scale up, for drawings"
    );
}
