import type { TheaterCard } from '@marquee/api/schema.gen.ts';
import { spaced, wordsOf } from '@marquee/rules/fold.ts';
import { byDistance, type Point } from '@marquee/rules/theaters.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Dialog } from '@marquee/ui/Dialog/Dialog.tsx';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { LOCATE_ICON } from '@marquee/ui/Icon/more-icons.ts';
import { moveFocus } from '@marquee/ui/move-focus.ts';
import { SearchField } from '@marquee/ui/SearchField/SearchField.tsx';
import { Skeleton } from '@marquee/ui/Skeleton/Skeleton.tsx';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useFetchedPage } from '../../state/fetched-page.ts';
import { useLater } from '../../state/later.ts';
import { usePage } from '../../state/page.ts';
import { readTheaters } from '../../state/read-page.ts';
import { useQuestion } from '../../state/use-question.ts';
import css from './PickerDialog.module.css';
import { PickerRow } from './PickerRow.tsx';

/** Where the visitor is, as far as they tell this page. It goes nowhere from here. */
type Place = { readonly kind: 'unasked' } | { readonly kind: 'asking' } | { readonly kind: 'refused' } | { readonly kind: 'known'; readonly at: Point };

/** The longest the device may look for where it is, and how old an answer may be, in ms. */
const LOCATING = { timeout: 10_000, maximumAge: 600_000 } as const;

/** Choosing a theater, on the data of the theaters page. Whoever opens it leads to that page when there is no such data. */
export function PickerDialog({ onClose }: { onClose: () => void }) {
  const { m, site } = usePage();
  const words = useLater();
  const fetched = useFetchedPage(site.theatersHref);
  const theaters = useMemo(() => (fetched.kind === 'ready' ? readTheaters(fetched.data) : undefined), [fetched]);
  const [place, setPlace] = useState<Place>({ kind: 'unasked' });
  const question = useQuestion('');
  const matching = (text: string) => (theaters ?? []).filter((theater) => matches(theater, text));

  const locate = () => {
    if (!('geolocation' in navigator)) return setPlace({ kind: 'refused' });
    setPlace({ kind: 'asking' });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => setPlace({ kind: 'known', at: [coords.latitude, coords.longitude] }),
      () => setPlace({ kind: 'refused' }),
      LOCATING,
    );
  };
  // Enter takes the one theater that is left, else goes to the list.
  const take = (event: KeyboardEvent<HTMLDialogElement>) => {
    moveFocus(event);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
    const links = event.currentTarget.querySelectorAll<HTMLElement>('[data-row] a');
    if (links.length === 1) links[0]?.click();
    else links[0]?.focus();
  };
  const shown = matching(question.text);
  const rows = place.kind === 'known' ? byDistance(shown, place.at) : shown.map((theater) => ({ theater, km: undefined }));
  return (
    <Dialog title={words.picker.title()} closeLabel={m.common.close()} onClose={onClose} onKeyDown={take} look="list" foot={m.picker.remembered()}>
      <div className={css.ask}>
        <SearchField label={words.picker.field()} autofocus onText={question.ask} />
        <button
          className={cx(buttonClass({ kind: 'line' }), css.near)}
          type="button"
          aria-label={words.picker.nearMe()}
          aria-busy={place.kind === 'asking'}
          onClick={locate}
        >
          <Glyph path={LOCATE_ICON} />
          <span className="onlyWide">{words.picker.nearMe()}</span>
        </button>
      </div>
      <output className={css.note}>{place.kind === 'refused' ? words.picker.locationRefused() : ''}</output>
      {theaters === undefined ? (
        <Skeleton label={words.common.loading()} />
      ) : rows.length === 0 ? (
        <p className={css.none}>{words.picker.none({ text: question.text.trim() })}</p>
      ) : (
        <ul>
          {rows.map(({ theater, km }) => (
            <PickerRow key={theater.id} theater={theater} km={km} />
          ))}
        </ul>
      )}
      <output className="sr">{announced(words.picker, matching(question.rested).length, question.rested, place)}</output>
    </Dialog>
  );
}

/** Whether every word is found in the name, the address or the postal code, by the rule of the search. */
function matches({ name, address, region = '' }: TheaterCard, text: string): boolean {
  const known = spaced(`${name} ${address} ${region}`);
  return wordsOf(text).every((word) => known.includes(word));
}

function announced(picker: ReturnType<typeof useLater>['picker'], count: number, text: string, place: Place): string {
  if (text.trim() !== '') return count === 0 ? picker.none({ text: text.trim() }) : picker.matches({ count });
  return place.kind === 'known' ? picker.nearest() : '';
}
