import type { TheaterCard } from '@marquee/api/schema.gen.ts';
import { foldWords, wordsOf } from '@marquee/rules/fold.ts';
import { byDistance, type Point } from '@marquee/rules/theaters.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Dialog } from '@marquee/ui/Dialog/Dialog.tsx';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { LOCATE_ICON } from '@marquee/ui/Icon/more-icons.ts';
import { moveFocus } from '@marquee/ui/move-focus.ts';
import { MAX_SEARCH_LENGTH } from '@marquee/rules/shared.gen.ts';
import { SearchField } from '@marquee/ui/SearchField/SearchField.tsx';
import { Skeleton } from '@marquee/ui/Skeleton/Skeleton.tsx';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useFetchedPage } from '../../state/fetched-page.ts';
import { useLaterMessages } from '../../state/later.ts';
import { usePage } from '../../state/page.ts';
import { readTheaters } from '../../state/read-page.ts';
import { useDebouncedText } from '../../state/use-debounced-text.ts';
import css from './PickerDialog.module.css';
import { PickerRow } from './PickerRow.tsx';

/** The visitor's location, if they share it. It never leaves the page. */
type VisitorLocation =
  | { readonly kind: 'notRequested' }
  | { readonly kind: 'requested' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'known'; readonly at: Point };

/** The timeout of the geolocation request, and the maximum age of a cached position, in ms. */
const GEOLOCATION_OPTIONS = { timeout: 10_000, maximumAge: 600_000 } as const;

/** Dialog to choose a theater. Uses the data of the theaters page; the opener navigates to that page if the data cannot be loaded. */
export function PickerDialog({ onClose }: { onClose: () => void }) {
  const { messages, site } = usePage();
  const laterMessages = useLaterMessages();
  const fetched = useFetchedPage(site.theatersHref);
  const theaters = useMemo(() => (fetched.kind === 'ready' ? readTheaters(fetched.data) : undefined), [fetched]);
  const [position, setPosition] = useState<VisitorLocation>({ kind: 'notRequested' });
  const input = useDebouncedText('');
  const matching = (text: string) => (theaters ?? []).filter((theater) => matches(theater, text));

  const locate = () => {
    if (!('geolocation' in navigator)) return setPosition({ kind: 'refused' });
    setPosition({ kind: 'requested' });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => setPosition({ kind: 'known', at: [coords.latitude, coords.longitude] }),
      () => setPosition({ kind: 'refused' }),
      GEOLOCATION_OPTIONS,
    );
  };
  // Enter selects the only matching theater, or moves the focus to the first match.
  const handleKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    moveFocus(event);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
    const links = event.currentTarget.querySelectorAll<HTMLElement>('[data-row] a');
    if (links.length === 1) links[0]?.click();
    else links[0]?.focus();
  };
  const matchingTheaters = matching(input.text);
  const rows =
    position.kind === 'known'
      ? byDistance(matchingTheaters, position.at)
      : matchingTheaters.map((theater) => ({ theater, km: undefined }));
  return (
    <Dialog
      title={laterMessages.picker.title()}
      closeLabel={messages.common.close()}
      onClose={onClose}
      onKeyDown={handleKeyDown}
      look="list"
      foot={messages.picker.remembered()}
    >
      <div className={css.search}>
        <SearchField label={laterMessages.picker.field()} autofocus maxLength={MAX_SEARCH_LENGTH} onText={input.setText} />
        <button
          className={cx(buttonClass({ kind: 'line' }), css.near)}
          type="button"
          aria-label={laterMessages.picker.nearMe()}
          aria-busy={position.kind === 'requested'}
          onClick={locate}
        >
          <Glyph path={LOCATE_ICON} />
          <span className="onlyWide">{laterMessages.picker.nearMe()}</span>
        </button>
      </div>
      <output className={css.note}>{position.kind === 'refused' ? laterMessages.picker.locationRefused() : ''}</output>
      {theaters === undefined ? (
        <Skeleton label={laterMessages.common.loading()} />
      ) : rows.length === 0 ? (
        <p className={css.none}>{laterMessages.picker.none({ text: input.text.trim() })}</p>
      ) : (
        <ul>
          {rows.map(({ theater, km }) => (
            <PickerRow key={theater.id} theater={theater} km={km} />
          ))}
        </ul>
      )}
      <output className="sr">
        {announcement(laterMessages.picker, matching(input.debounced).length, input.debounced, position)}
      </output>
    </Dialog>
  );
}

/** Whether every word occurs in the name, address, postal code or region, with the matching of the search. */
function matches({ name, address, region = '' }: TheaterCard, text: string): boolean {
  const haystack = foldWords(`${name} ${address} ${region}`);
  return wordsOf(text).every((word) => haystack.includes(word));
}

function announcement(
  picker: ReturnType<typeof useLaterMessages>['picker'],
  count: number,
  text: string,
  position: VisitorLocation,
): string {
  if (text.trim() !== '') return count === 0 ? picker.none({ text: text.trim() }) : picker.matches({ count });
  return position.kind === 'known' ? picker.nearest() : '';
}
