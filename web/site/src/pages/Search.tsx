import type { SearchPage } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Legend } from '../features/schedule/Legend.tsx';
import { TagTimes } from '../features/schedule/time/TagTimes.tsx';
import { SearchView } from '../features/search/SearchView.tsx';
import { usePage } from '../state/page.ts';
import list from './List.module.css';
import css from './Search.module.css';

/** The search page. Works without scripts: the query is in the address, and the server renders the results with the browser's search code. */
export function Search({ page }: { page: SearchPage }) {
  const { messages } = usePage();
  return (
    <div className={cx('wrap', list.page)}>
      <div className={css.column}>
        <h1>{messages.common.search()}</h1>
        <SearchView page={page} Times={TagTimes} />
        <Legend />
      </div>
    </div>
  );
}
