import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { Dialog } from '@marquee/ui/Dialog/Dialog.tsx';
import { navigate } from '@marquee/ui/Dialog/show-dialog.ts';
import { moveFocus } from '@marquee/ui/move-focus.ts';
import { MAX_SEARCH_LENGTH } from '@marquee/rules/shared.gen.ts';
import { SearchField } from '@marquee/ui/SearchField/SearchField.tsx';
import { Skeleton } from '@marquee/ui/Skeleton/Skeleton.tsx';
import { type FormEvent, useEffect, useMemo } from 'react';
import { useFetchedPage } from '../../state/fetched-page.ts';
import { useLaterMessages } from '../../state/later.ts';
import { PageProvider, usePage } from '../../state/page.ts';
import { readSearch } from '../../state/read-page.ts';
import { useDebouncedText } from '../../state/use-debounced-text.ts';
import { queryStringWith } from './query-string.ts';
import { resultText } from './result-text.ts';
import { firstHit, reportSearch, useSearch } from './search-state.ts';
import type { TimesComponent } from './Hits.tsx';
import { Results } from './Results.tsx';
import css from './SearchDialog.module.css';

/** Maximum number of results in the dialog; the search page has more. */
const LIMITS = { films: 8, others: 6 } as const;
const NO_ENTRIES = [] as const;

/** The search dialog. Uses the data of the search page. */
export function SearchDialog({ Times, onClose }: { Times: TimesComponent; onClose: () => void }) {
  const page = usePage();
  const { messages, site } = page;
  const laterMessages = useLaterMessages();
  const fetched = useFetchedPage(site.searchHref);
  const data = useMemo(() => (fetched.kind === 'ready' ? readSearch(fetched.data) : undefined), [fetched]);
  const search = useSearch(data?.entries ?? NO_ENTRIES, LIMITS);
  const input = useDebouncedText('');
  const { debounced } = input;
  // Reported when the data has loaded; on a slow connection the visitor types earlier.
  useEffect(() => {
    if (data !== undefined) reportSearch(debounced, search(debounced));
  }, [data, debounced, search]);
  const state = search(input.text);
  const settledState = search(debounced);
  const first = settledState.kind === 'found' ? firstHit(settledState.results) : undefined;
  const results = resultText(laterMessages, settledState, debounced);
  const pageHref = site.searchHref + queryStringWith('', input.text);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (data === undefined) navigate(pageHref);
    else if (state.kind === 'found') event.currentTarget.closest('dialog')?.querySelector<HTMLElement>('[data-row] a')?.click();
  };
  return (
    <Dialog
      title={messages.common.search()}
      closeLabel={messages.common.close()}
      onClose={onClose}
      onKeyDown={moveFocus}
      look="top"
      head={
        <search className={css.search}>
          <form action={site.searchHref} onSubmit={submit}>
            <SearchField
              look="bare"
              name="q"
              label={laterMessages.search.field()}
              autofocus
              maxLength={MAX_SEARCH_LENGTH}
              onText={input.setText}
            />
          </form>
        </search>
      }
    >
      {data !== undefined ? (
        <PageProvider page={{ ...page, attributes: { ...page.attributes, ...data.attributes } }}>
          <Results
            state={state}
            query={input.text}
            Times={Times}
            more={
              <p className={css.all} data-row="">
                <a className="link" href={pageHref}>
                  {laterMessages.search.all({ count: state.kind === 'found' ? state.results.count : 0 })}
                </a>
              </p>
            }
          />
          <output className="sr">
            {first === undefined ? results : laterMessages.search.opens({ results, title: first.title })}
          </output>
        </PageProvider>
      ) : fetched.kind === 'loading' ? (
        <Skeleton label={laterMessages.common.loading()} />
      ) : (
        <Failed pageHref={pageHref} />
      )}
    </Dialog>
  );
}

/** The search index could not be loaded; the search page needs none. */
function Failed({ pageHref }: { pageHref: string }) {
  const laterMessages = useLaterMessages();
  return (
    <div className={css.failed} role="alert">
      <p>{laterMessages.search.failed()}</p>
      <ButtonLink kind="line" size="s" href={pageHref}>
        {laterMessages.search.openPage()}
      </ButtonLink>
    </div>
  );
}
