import type { SearchPage } from '@marquee/api/schema.gen.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { SearchField } from '@marquee/ui/SearchField/SearchField.tsx';
import type { FormEvent } from 'react';
import { replaceQuery } from '../../state/address.ts';
import { useLater } from '../../state/later.ts';
import { usePage } from '../../state/page.ts';
import { useQuestion } from '../../state/use-question.ts';
import { queryWith } from './address.ts';
import { tellAsked, useFinding } from './finding.ts';
import { findingText } from './finding-text.ts';
import type { TimesOf } from './Hits.tsx';
import { Results } from './Results.tsx';
import css from './SearchView.module.css';

/** More than the dialog shows, and still a page that is read at a glance. */
const LIMITS = { films: 48, others: 24 } as const;

/** The search of the search page: a form and what it found, which follows the typing once scripts run. */
export function SearchView({ page, Times }: { page: SearchPage; Times: TimesOf }) {
  const { site, m } = usePage();
  const words = useLater();
  const find = useFinding(page.entries, LIMITS);
  const question = useQuestion(page.query, (text) => {
    keepInAddress(text);
    tellAsked(text, find(text));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    question.settle();
  };
  return (
    <>
      <search>
        <form className={css.form} action={site.searchHref} onSubmit={submit}>
          <SearchField name="q" label={words.search.field()} text={page.query} onText={question.ask} />
          <button className={buttonClass({})}>{m.common.search()}</button>
        </form>
      </search>
      <Results
        finding={find(question.text)}
        question={question.text}
        Times={Times}
        counted
        more={<p className={css.best}>{words.search.best()}</p>}
        onOpen={question.settle}
      />
      {/* Empty until the visitor asks anew: until then the page says it. */}
      <output className="sr">{question.rested === page.query ? '' : findingText(words, find(question.rested), question.rested)}</output>
    </>
  );
}

/** The address names what is shown, so that it can be sent and gone back to. */
function keepInAddress(text: string): void {
  replaceQuery(queryWith(location.search, text));
}
