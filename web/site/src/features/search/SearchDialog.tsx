import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { Dialog } from '@marquee/ui/Dialog/Dialog.tsx';
import { follow } from '@marquee/ui/Dialog/show-dialog.ts';
import { moveFocus } from '@marquee/ui/move-focus.ts';
import { SearchField } from '@marquee/ui/SearchField/SearchField.tsx';
import { Skeleton } from '@marquee/ui/Skeleton/Skeleton.tsx';
import { type FormEvent, useMemo } from 'react';
import { useFetchedPage } from '../../state/fetched-page.ts';
import { useLater } from '../../state/later.ts';
import { PageProvider, usePage } from '../../state/page.ts';
import { readSearch } from '../../state/read-page.ts';
import { useQuestion } from '../../state/use-question.ts';
import { queryWith } from './address.ts';
import { firstOf, tellAsked, useFinding } from './finding.ts';
import { findingText } from './finding-text.ts';
import type { TimesOf } from './Hits.tsx';
import { Results } from './Results.tsx';
import css from './SearchDialog.module.css';

/** The page has room for more. */
const LIMITS = { films: 8, others: 6 } as const;
const NOTHING = [] as const;

/** The search in a dialog, on the data of the search page. */
export function SearchDialog({ Times, onClose }: { Times: TimesOf; onClose: () => void }) {
  const page = usePage();
  const { m, site } = page;
  const words = useLater();
  const fetched = useFetchedPage(site.searchHref);
  const data = useMemo(() => (fetched.kind === 'ready' ? readSearch(fetched.data) : undefined), [fetched]);
  const find = useFinding(data?.entries ?? NOTHING, LIMITS);
  const question = useQuestion('', (text) => data && tellAsked(text, find(text)));
  const finding = find(question.text);
  const rested = find(question.rested);
  const first = rested.kind === 'found' ? firstOf(rested.found) : undefined;
  const results = findingText(words, rested, question.rested);
  const pageHref = site.searchHref + queryWith('', question.text);

  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (data === undefined) follow(pageHref);
    else if (finding.kind === 'found') event.currentTarget.closest('dialog')?.querySelector<HTMLElement>('[data-row] a')?.click();
  };
  return (
    <Dialog
      title={m.common.search()}
      closeLabel={m.common.close()}
      onClose={onClose}
      onKeyDown={moveFocus}
      look="top"
      head={
        <search className={css.search}>
          <form action={site.searchHref} onSubmit={open}>
            <SearchField look="bare" name="q" label={words.search.field()} autofocus onText={question.ask} />
          </form>
        </search>
      }
    >
      {data !== undefined ? (
        <PageProvider page={{ ...page, attributes: { ...page.attributes, ...data.attributes } }}>
          <Results
            finding={finding}
            question={question.text}
            Times={Times}
            more={
              <p className={css.all} data-row="">
                <a className="link" href={pageHref}>
                  {words.search.all({ count: finding.kind === 'found' ? finding.found.count : 0 })}
                </a>
              </p>
            }
          />
          <output className="sr">{first === undefined ? results : words.search.opens({ results, title: first.title })}</output>
        </PageProvider>
      ) : fetched.kind === 'loading' ? (
        <Skeleton label={words.common.loading()} />
      ) : (
        <div className={css.failed} role="alert">
          <p>{words.search.failed()}</p>
          <ButtonLink kind="line" size="s" href={pageHref}>
            {words.search.openPage()}
          </ButtonLink>
        </div>
      )}
    </Dialog>
  );
}
