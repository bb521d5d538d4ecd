use super::*;

fn file(name: &str, size: usize) -> SourceFile {
    SourceFile { name: name.to_owned(), bytes: vec![b' '; size] }
}

#[test]
fn feeds_7_5_only_json_files_of_a_folder_are_read_in_order() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("b")).unwrap();
    for name in ["b/two.JSON", "a.json5", "notes.txt", "c.json"] {
        std::fs::write(dir.path().join(name), "{}").unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc", dir.path().join("d")).unwrap();
    let source = Source::open(dir.path(), Limits::default()).unwrap();
    let names: Vec<_> = source.files().iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["a.json5", "b/two.JSON", "c.json"]);
    assert_eq!(Source::open(&dir.path().join("c.json"), Limits::default()).unwrap().files().len(), 1);
}

#[test]
fn feeds_7_5_limits_are_enforced() {
    let limits = Limits { file_bytes: 10, total_bytes: 25, files: 3 };
    let take = |files| Source::from_files(files, limits);
    assert!(take(vec![file("a.json", 10), file("b.json", 10)]).is_ok());
    assert!(matches!(take(vec![file("a.json", 11)]), Err(FeedError::TooLarge { limit: 10, .. })));
    let files = (0..3).map(|i| file(&format!("{i}.json"), 9)).collect();
    assert!(matches!(take(files), Err(FeedError::TooLarge { limit: 25, .. })));
    assert!(take(vec![file("a.json", 10), file("b.json", 10), file("c.json", 5)]).is_ok());
    let files = (0..4).map(|i| file(&format!("{i}.json"), 1)).collect();
    assert!(matches!(take(files), Err(FeedError::TooManyFiles { limit: 3 })));
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("big.json"), [b' '; 11]).unwrap();
    assert!(matches!(Source::open(dir.path(), limits), Err(FeedError::TooLarge { .. })));
}

#[test]
fn feeds_7_5_unsafe_names_are_rejected() {
    for name in ["../a.json", "/a.json", "a/../b.json", "a\\b.json", "a\n.json", "./a.json"] {
        let result = Source::from_files(vec![file(name, 1)], Limits::default());
        assert!(matches!(result, Err(FeedError::UnsafeName(_))), "{name:?}");
    }
    let dir = tempfile::tempdir().unwrap();
    let deep = (0..=MAX_FOLDERS).fold(dir.path().to_owned(), |path, _| path.join("a"));
    std::fs::create_dir_all(&deep).unwrap();
    std::fs::write(deep.join("a.json"), "{}").unwrap();
    assert!(matches!(Source::open(dir.path(), Limits::default()), Err(FeedError::TooDeep(_))));
    std::fs::rename(deep.join("a.json"), deep.parent().unwrap().join("a.json")).unwrap();
    std::fs::remove_dir(&deep).unwrap();
    assert_eq!(Source::open(dir.path(), Limits::default()).unwrap().files().len(), 1);
    assert!(Source::from_files(vec![file("Kinoprogramm März.json", 1)], Limits::default()).is_ok());
}

#[test]
fn an_empty_or_missing_source_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    assert!(matches!(Source::open(dir.path(), Limits::default()), Err(FeedError::NoFile(_))));
    assert!(matches!(Source::open(&dir.path().join("x.json"), Limits::default()), Err(FeedError::Io { .. })));
    assert!(matches!(
        Source::from_files(vec![file("a.doc", 1)], Limits::default()),
        Err(FeedError::NoFile(_))
    ));
}
