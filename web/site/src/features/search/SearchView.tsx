import type { SearchPage } from '@marquee/api/schema.gen.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { MAX_SEARCH_LENGTH } from '@marquee/rules/shared.gen.ts';
import { SearchField } from '@marquee/ui/SearchField/SearchField.tsx';
import type { FormEvent } from 'react';
import { replaceQuery } from '../../state/address.ts';
import { useLaterMessages } from '../../state/later.ts';
import { usePage } from '../../state/page.ts';
import { useDebouncedText } from '../../state/use-debounced-text.ts';
import type { TimesComponent } from './Hits.tsx';
import { queryStringWith } from './query-string.ts';
import { resultText } from './result-text.ts';
import { reportSearch, useSearch } from './search-state.ts';
import { Results } from './Results.tsx';
import css from './SearchView.module.css';

/** Maximum number of results on the page; more than in the dialog. */
const LIMITS = { films: 48, others: 24 } as const;

/** The form and the results of the search page. With scripts, the results update while the visitor types. */
export function SearchView({ page, Times }: { page: SearchPage; Times: TimesComponent }) {
  const { site, messages } = usePage();
  const laterMessages = useLaterMessages();
  const search = useSearch(page.entries, LIMITS);
  const input = useDebouncedText(page.query, (text) => {
    storeInAddress(text);
    reportSearch(text, search(text));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    input.flush();
  };
  return (
    <>
      <search>
        <form className={css.form} action={site.searchHref} onSubmit={submit}>
          <SearchField
            name="q"
            label={laterMessages.search.field()}
            text={page.query}
            maxLength={MAX_SEARCH_LENGTH}
            onText={input.setText}
          />
          <button className={buttonClass({})}>{messages.common.search()}</button>
        </form>
      </search>
      <Results
        state={search(input.text)}
        query={input.text}
        Times={Times}
        counted
        more={<p className={css.best}>{laterMessages.search.best()}</p>}
        onOpen={input.flush}
      />
      {/* Empty until the visitor changes the query: screen readers read the initial result count as part of the page. */}
      <output className="sr">
        {input.debounced === page.query ? '' : resultText(laterMessages, search(input.debounced), input.debounced)}
      </output>
    </>
  );
}

/** Puts the query into the address, so that the results can be shared and returned to. */
function storeInAddress(text: string): void {
  replaceQuery(queryStringWith(location.search, text));
}
