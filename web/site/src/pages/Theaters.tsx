import type { TheatersPage } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { TheaterList } from '../features/theaters/TheaterList.tsx';
import { usePage } from '../state/page.ts';
import list from './List.module.css';

/** The list of a circuit's theaters. */
export function Theaters({ page }: { page: TheatersPage }) {
  const { messages } = usePage();
  return (
    <div className={cx('wrap', list.page)}>
      <h1>{messages.theater.all()}</h1>
      <p className={list.lead}>{messages.picker.remembered()}</p>
      <TheaterList theaters={page.theaters} />
    </div>
  );
}
