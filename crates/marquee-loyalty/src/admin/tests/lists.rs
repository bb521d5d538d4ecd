//! Pages of lists.

use super::*;

/// The ids of all pages. A list that repeats records has no end, so at most nine pages are read.
async fn pages(case: &Case, subject: Subject, limit: u64) -> Vec<Vec<String>> {
    let (mut pages, mut after) = (Vec::new(), None);
    for _ in 0..9 {
        let page = PageQuery { after: after.as_deref(), limit, ..PageQuery::first() };
        let page = case.admin().list(subject, page).await.unwrap();
        let text = |id: &Value| id.as_str().map_or_else(|| id.to_string(), str::to_owned);
        pages.push(page.items.iter().map(|item| text(&item[subject.id()])).collect());
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    pages
}

#[tokio::test]
async fn each_record_is_on_one_page_and_the_last_page_has_no_next() {
    let case = case().await;
    case.import(Subject::Levels, "id,name\n3,Gold\n1,Silver\n2,Bronze\n").await;
    case.import(Subject::Rewards, "itemCode,name,pointsCost\nR3,A,1\nR1,B,1\nR2,C,1\n").await;
    let price = "code,name,price.amount,price.currency";
    case.import(
        Subject::Memberships,
        &format!("{price},levelId\nM3,A,1,EUR,1\nM1,B,1,EUR,1\nM2,C,1,EUR,1\n"),
    )
    .await;
    case.import(Subject::EVouchers, &format!("{price}\nV3,A,1,EUR\nV1,B,1,EUR\nV2,C,1,EUR\n")).await;
    case.import(Subject::Cards, "code\nC1\nC2\nC3\n").await;
    case.import(
        Subject::GiftCards,
        "number,amount,currency\nGC001000,1,EUR\nGC002000,1,EUR\nGC003000,1,EUR\n",
    )
    .await;
    case.import(
        Subject::Members,
        "email,firstName,lastName\na@example.org,A,A\nb@example.org,B,B\nc@example.org,C,C\n",
    )
    .await;
    for subject in [Subject::Levels, Subject::Rewards, Subject::Memberships, Subject::EVouchers] {
        let all = &pages(&case, subject, 200).await[0];
        let numbers: Vec<&str> = all.iter().map(|id| id.trim_start_matches(['R', 'M', 'V'])).collect();
        assert_eq!(numbers, ["3", "1", "2"], "{subject:?}: the order of the file");
    }
    // Members also have cards.
    for subject in Subject::ALL {
        let all = pages(&case, subject, 200).await;
        assert_eq!(all.len(), 1, "{subject:?}");
        let (all, count) = (&all[0], all[0].len());
        assert!(count >= 3, "{subject:?}");
        for limit in 1..=count + 1 {
            let pages = pages(&case, subject, limit as u64).await;
            let sizes: Vec<usize> = pages.iter().map(Vec::len).collect();
            let expected: Vec<usize> = all.chunks(limit).map(<[String]>::len).collect();
            assert_eq!(sizes, expected, "{subject:?} {limit}");
            assert_eq!(pages.concat(), *all, "{subject:?} {limit}");
        }
    }
}
