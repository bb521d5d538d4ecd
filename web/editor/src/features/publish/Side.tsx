import { ButtonLink } from '../../parts/Button.tsx';
import { RadioRows } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Avatar } from '../../parts/Surface.tsx';
import { screenOf } from '../../state/changes.ts';
import { useReadClock } from '../../state/clock.ts';
import { contentChecks } from '../../state/content/checks.ts';
import { isoDay } from '../../state/content/events.ts';
import { contrastsOf, isLow } from '../../state/design/contrast.ts';
import { hasTheme, themeColorsOf } from '../../state/design/theme.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { screenPath } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
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
  const { list } = useFormats();
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
      {present.length > 0 && (
        <section className={styles['person']}>
          <Avatar name={present[0]?.name ?? ''} />
          <p>{publish.alsoEditing({ count: present.length, names: list(present.map(({ name }) => name)) })}</p>
        </section>
      )}
    </div>
  );
}

function Checks({ state, onClose }: { readonly state: DraftState; readonly onClose: () => void }) {
  const { publish, overview } = useMessages();
  const { site } = useOpenSite();
  const contrasts = hasTheme(state.content) ? contrastsOf(themeColorsOf(state.content)) : [];
  const low = contrasts.filter(isLow);
  const { problems } = state.server;
  const { list } = useFormats();
  const { deadLinks, deadPages, noAlt, missingBlocks } = contentChecks(state.content);
  const dead = [...deadLinks, ...deadPages];
  const rows = [
    {
      id: 'contrast',
      isOk: low.length === 0,
      title: low.length === 0 ? publish.contrast() : publish.lowContrast({ count: low.length }),
      text: low.length === 0 ? publish.contrastOk({ count: contrasts.length }) : publish.lowContrastText(),
      screen: 'design' as const,
    },
    {
      id: 'values',
      isOk: problems.length === 0,
      title: problems.length === 0 ? publish.values() : publish.problems({ count: problems.length }),
      text: problems.length === 0 ? publish.valuesOk() : publish.problemsText(),
      screen: screenOf(problems[0]?.pointer ?? ''),
    },
    {
      id: 'links',
      isOk: dead.length === 0,
      title: dead.length === 0 ? publish.links() : publish.deadLinks({ count: dead.length }),
      text: dead.length === 0 ? publish.linksOk() : list(dead.slice(0, 3)),
      screen: deadLinks.length > 0 ? ('menus' as const) : ('pages' as const),
    },
    ...(missingBlocks.length === 0
      ? []
      : [
          {
            id: 'blocks',
            isOk: false,
            title: publish.missingBlocks(),
            text: publish.missingBlocksText({ names: list(missingBlocks.slice(0, 3)) }),
            screen: 'pages' as const,
          },
        ]),
    {
      id: 'alt',
      isOk: noAlt.length === 0,
      title: publish.alt(),
      text: noAlt.length === 0 ? publish.altOk() : publish.altMissing({ names: list(noAlt.slice(0, 3)) }),
      screen: 'pages' as const,
    },
  ];
  return (
    <section>
      <h3>{publish.checks()}</h3>
      {rows.map(({ id, isOk, title, text, screen }) => (
        <div key={id} className={styles['check']}>
          <Icon name={isOk ? 'check' : 'warning'} className={styles[isOk ? 'ok' : 'warn']} />
          <b>{title}</b>
          <p>{text}</p>
          {!isOk && (
            <ButtonLink size="small" href={screenPath(site.key, screen)} onPress={onClose}>
              {overview.fix()}
            </ButtonLink>
          )}
        </div>
      ))}
    </section>
  );
}
