use super::*;

async fn send(stand_ins: &StandIns, method: Method, path: &str, body: &str) -> (StatusCode, String) {
    let request = Request::builder().method(method).uri(path).body(Body::from(body.to_owned())).unwrap();
    let response = stand_ins.respond(request).await;
    let status = response.status();
    let bytes = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
    (status, String::from_utf8(bytes.to_vec()).unwrap())
}

#[tokio::test]
async fn calls_are_stored_in_order_and_cleared_on_delete() {
    let stand_ins = StandIns::default();
    for call in ["a", "b"] {
        let report = format!(r#"{{"service":"tag","call":"{call}","args":[1],"page":"http://x/"}}"#);
        assert_eq!(send(&stand_ins, Method::POST, "/calls", &report).await.0, StatusCode::NO_CONTENT);
    }
    let all: Value = serde_json::from_str(&send(&stand_ins, Method::GET, "/calls", "").await.1).unwrap();
    assert_eq!((all[0]["call"].as_str(), all[1]["call"].as_str()), (Some("a"), Some("b")));
    let later: Value =
        serde_json::from_str(&send(&stand_ins, Method::GET, "/calls?after=1", "").await.1).unwrap();
    assert_eq!(later.as_array().map(Vec::len), Some(1));
    assert_eq!(send(&stand_ins, Method::POST, "/calls", "{}").await.0, StatusCode::BAD_REQUEST);
    send(&stand_ins, Method::DELETE, "/calls", "").await;
    assert_eq!(send(&stand_ins, Method::GET, "/calls", "").await.1, "[]");
}

#[tokio::test]
async fn every_script_reports_calls_and_is_self_contained() {
    let stand_ins = StandIns::default();
    for path in [
        "/didomi/key/loader.js",
        "/gtag/js",
        "/gtm.js",
        "/launch.js",
        "/library/9518146/WMP_US_WEB",
        "/marketing.js",
        "/recaptcha/api.js",
        "/tag/js/gpt.js",
    ] {
        let (status, text) = send(&stand_ins, Method::GET, path, "").await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert!(text.starts_with("(() => {") && text.contains("report('"), "{path}");
    }
    for path in ["/didomi/loader.css", "/creatives/none.svg", "/nowhere"] {
        assert_eq!(send(&stand_ins, Method::GET, path, "").await.0, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(send(&stand_ins, Method::PUT, "/gtm.js", "").await.0, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn a_held_script_is_sent_when_it_is_released() {
    let stand_ins = StandIns::default();
    send(&stand_ins, Method::PUT, "/held?path=/gtm.js", "").await;
    assert_eq!(send(&stand_ins, Method::GET, "/gtag/js?id=G-1", "").await.0, StatusCode::OK);
    let mut script = std::pin::pin!(send(&stand_ins, Method::GET, "/gtm.js?id=GTM-1", ""));
    assert!(futures::poll!(&mut script).is_pending());
    send(&stand_ins, Method::DELETE, "/held", "").await;
    assert_eq!(script.await.0, StatusCode::OK);
}
