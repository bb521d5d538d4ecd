import type { DraftChange, PresentOperator } from '@marquee/api/editor.gen.ts';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { RadioRows } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Avatar } from '../../parts/Surface.tsx';
import { screenOf, useChangeWords } from '../../state/changes.ts';
import { useReadClock } from '../../state/clock.ts';
import { wordsOf } from '../../state/content/blocks.ts';
import { contentChecks } from '../../state/content/checks.ts';
import { type DeadLink, placePath } from '../../state/content/dead-links.ts';
import { isoDay } from '../../state/content/events.ts';
import { contrastsOf, isLow } from '../../state/design/contrast.ts';
import { hasTheme, themeColorsOf } from '../../state/design/theme.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { type Screen, screenPath } from '../../state/location.ts';
import { type EditorMessages, useFormats, useMessages } from '../../state/messages.ts';
import { blockName, menuName } from '../../state/part-names.ts';
import { useAsk } from '../../state/requests.ts';
import styles from './Publish.module.css';

export type When = { readonly kind: 'now' } | { readonly kind: 'later'; readonly day: string; readonly time: string };

/** Checks, when to publish, and who else is editing. */
export function Side({
  state,
  when,
  onWhen,
  onClose,
}: {
  readonly state: DraftState;
  readonly when: When;
  readonly onWhen: (when: When) => void;
  readonly onClose: () => void;
}) {
  const { publish } = useMessages();
  const { present } = state.server;
  const readClock = useReadClock();
  const choose = (kind: 'now' | 'later'): void => {
    const tomorrow = new Date(readClock() + 24 * 3600 * 1000);
    onWhen(kind === 'now' ? { kind } : { kind, day: isoDay(tomorrow), time: '06:00' });
  };
  return (
    <div className={styles['side']}>
      <Checks state={state} onClose={onClose} />
      <section>
        <h3>{publish.when()}</h3>
        <RadioRows
          label={publish.when()}
          value={when.kind}
          options={[
            { value: 'now', label: publish.now() },
            { value: 'later', label: publish.later() },
          ]}
          onChange={choose}
        />
        {when.kind === 'later' && (
          <div className={styles['later']}>
            <TextField aria-label={publish.day()} type="date" value={when.day} onChange={(day) => onWhen({ ...when, day })} />
            <TextField aria-label={publish.time()} type="time" value={when.time} onChange={(time) => onWhen({ ...when, time })} />
          </div>
        )}
      </section>
      {present.length > 0 && <AlsoHere state={state} />}
    </div>
  );
}

/** Who else has the site open, and which of them changed something last. Those who may publish can be asked to wait. */
function AlsoHere({ state: { content, server } }: { readonly state: DraftState }) {
  const { publish, requests } = useMessages();
  const { list } = useFormats();
  const { wordsOf: changeWordsOf } = useChangeWords();
  const { present } = server;
  const change = lastChangeOf(present, server.changes);
  const asked = present.filter(({ mayPublish }) => mayPublish).map(({ name }) => name);
  const ask = useAsk(requests.askedToWait({ count: asked.length, names: list(asked) }));
  return (
    <section className={styles['person']}>
      <Avatar name={change?.actor ?? present[0]?.name ?? ''} />
      <p>
        {publish.alsoEditing({ count: present.length, names: list(present.map(({ name }) => name)) })}
        {change !== undefined && (
          <> {publish.lastChanged({ name: change.actor, place: changeWordsOf(change.pointer, content).place })}</>
        )}
      </p>
      {asked.length > 0 && (
        <Button size="small" look="ghost" isBusy={ask.isPending} onPress={() => ask.mutate({ kind: 'wait' })}>
          {requests.askToWait()}
        </Button>
      )}
    </section>
  );
}

/** The latest change of the draft by people who have the site open. */
const lastChangeOf = (people: readonly PresentOperator[], changes: readonly DraftChange[]): DraftChange | undefined =>
  changes
    .filter(({ actor }) => people.some(({ name }) => name === actor))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];

/** Number of dead links that are named one by one. */
const MAX_LINKS = 4;

/** The place of a dead link: a menu, or a block of a page. */
function linkPlaceText({ place }: DeadLink, content: unknown, messages: EditorMessages): string {
  const { changes } = messages;
  if (place.kind === 'menu') return `${changes.menus()}, ${menuName(place.menu, messages)}`;
  const { page, block, language, isMainLanguage } = place;
  const words = (wordsOf(block)[0] ?? '').slice(0, 40);
  const name = blockName(block, content, messages);
  const part = words === '' ? name : `${name} ${changes.quoted({ value: words })}`;
  const own = isMainLanguage ? part : changes.inLanguage({ part, language: language.toUpperCase() });
  return `${page.title === '' ? page.path : page.title}, ${own}`;
}

interface CheckRow {
  readonly id: string;
  readonly isOk: boolean;
  readonly title: string;
  readonly text: string;
  /** Where it is fixed. */
  readonly href: string;
}

/** A row for each dead link with its place, up to a number; the last row has the others. */
function useLinkRows(content: unknown, links: readonly DeadLink[]): readonly CheckRow[] {
  const messages = useMessages();
  const { publish } = messages;
  const { site } = useOpenSite();
  if (links.length === 0)
    return [{ id: 'links', isOk: true, title: publish.links(), text: publish.linksOk(), href: screenPath(site.key, 'menus') }];
  const shown = links.slice(0, MAX_LINKS);
  const [next, ...others] = links.slice(MAX_LINKS);
  const rows = shown.map((link, index) => ({
    id: `link ${index}`,
    isOk: false,
    title: publish.deadLink({ label: link.label }),
    text: linkPlaceText(link, content, messages),
    href: placePath(site.key, link.place),
  }));
  if (next === undefined) return rows;
  const more = {
    id: 'links',
    isOk: false,
    title: publish.moreDeadLinks({ count: others.length + 1 }),
    text: linkPlaceText(next, content, messages),
    href: placePath(site.key, next.place),
  };
  return [...rows, more];
}

function Checks({ state, onClose }: { readonly state: DraftState; readonly onClose: () => void }) {
  const { publish, overview } = useMessages();
  const { site } = useOpenSite();
  const screen = (name: Screen): string => screenPath(site.key, name);
  const contrasts = hasTheme(state.content) ? contrastsOf(themeColorsOf(state.content)) : [];
  const low = contrasts.filter(isLow);
  const { problems } = state.server;
  const { list } = useFormats();
  const { deadLinks, noAlt, missingBlocks } = contentChecks(state.content);
  const linkRows = useLinkRows(state.content, deadLinks);
  const rows: readonly CheckRow[] = [
    {
      id: 'contrast',
      isOk: low.length === 0,
      title: low.length === 0 ? publish.contrast() : publish.lowContrast({ count: low.length }),
      text: low.length === 0 ? publish.contrastOk({ count: contrasts.length }) : publish.lowContrastText(),
      href: screen('design'),
    },
    {
      id: 'values',
      isOk: problems.length === 0,
      title: problems.length === 0 ? publish.values() : publish.problems({ count: problems.length }),
      text: problems.length === 0 ? publish.valuesOk() : publish.problemsText(),
      href: screen(screenOf(problems[0]?.pointer ?? '')),
    },
    ...linkRows,
    ...(missingBlocks.length === 0
      ? []
      : [
          {
            id: 'blocks',
            isOk: false,
            title: publish.missingBlocks(),
            text: publish.missingBlocksText({ names: list(missingBlocks.slice(0, 3).map(({ name }) => name)) }),
            href: screen('pages'),
          },
        ]),
    {
      id: 'alt',
      isOk: noAlt.length === 0,
      title: publish.alt(),
      text: noAlt.length === 0 ? publish.altOk() : publish.altMissing({ names: list(noAlt.slice(0, 3).map(({ name }) => name)) }),
      href: screen('pages'),
    },
  ];
  return (
    <section>
      <h3>{publish.checks()}</h3>
      {rows.map(({ id, isOk, title, text, href }) => (
        <div key={id} className={styles['check']}>
          <Icon name={isOk ? 'check' : 'warning'} className={styles[isOk ? 'ok' : 'warn']} />
          <b>{title}</b>
          <p>{text}</p>
          {!isOk && (
            <ButtonLink size="small" href={href} aria-label={`${overview.fix()}: ${title}`} onPress={onClose}>
              {overview.fix()}
            </ButtonLink>
          )}
        </div>
      ))}
    </section>
  );
}
