import { Key } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { SCREEN_KEYS, commandKey } from '../../state/keys.ts';
import { useMessages } from '../../state/messages.ts';
import { useScreenNames, useScreens } from '../../state/screen-names.ts';
import styles from './Palette.module.css';

/** Keys with what they do. */
interface KeyGroup {
  readonly name: string;
  readonly rows: readonly (readonly [string, readonly string[]])[];
}

function useMemberKeys(): KeyGroup {
  const { keys, members, nav } = useMessages();
  return {
    name: nav.members(),
    rows: [
      [members.adjust(), ['P']],
      [keys.writeNote(), ['N']],
      [keys.resend(), ['R']],
    ],
  };
}

function useDesignKeys(): KeyGroup {
  const { keys, nav } = useMessages();
  return {
    name: nav.design(),
    rows: [
      [keys.sizes(), ['1', '2', '3']],
      [keys.area(), ['←', '→', '↑', '↓']],
      [keys.ten(), ['⇧', '→']],
    ],
  };
}

function useFeedKeys(): KeyGroup {
  const { keys, feeds, nav } = useMessages();
  return {
    name: nav.feeds(),
    rows: [
      [feeds.runNow(), ['R']],
      [keys.nextDifference(), ['D']],
    ],
  };
}

function useGroups(): readonly KeyGroup[] {
  const { keys, nav, overview, palette, program } = useMessages();
  const names = useScreenNames();
  const screens = useScreens();
  const members = useMemberKeys();
  const feeds = useFeedKeys();
  const design = useDesignKeys();
  const command = commandKey();
  return [
    {
      name: keys.everywhere(),
      rows: [
        [nav.search(), [command, 'K']],
        [keys.searchPage(), ['/']],
        [nav.publish(), [command, '↵']],
        [palette.undo(), [command, 'Z']],
        [palette.redo(), [command, '⇧', 'Z']],
        [keys.nextRow(), ['J', 'K', '↓', '↑']],
        [keys.fold(), ['[']],
        [keys.back(), ['Esc']],
        [keys.title(), ['?']],
      ],
    },
    { name: palette.goTo(), rows: screens.map((screen) => [names[screen], ['G', SCREEN_KEYS[screen].toUpperCase()]] as const) },
    {
      name: nav.program(),
      rows: [
        [program.addShow(), ['A']],
        [keys.moveShow(), ['Alt', '←', '→', '↑', '↓']],
        [keys.extend(), ['⇧', '→']],
        [keys.copyPaste(), ['C', 'V']],
        [program.duplicate(), ['D']],
        [program.remove(), ['Del']],
        [keys.dayWeek(), ['1', '2']],
        [keys.pageWeeks(), [',', '.']],
        [keys.toToday(), ['T']],
        [keys.nextWarning(), ['N']],
      ],
    },
    { name: overview.title(), rows: [[overview.tables(), ['T']]] },
    {
      name: nav.films(),
      rows: [
        [keys.neighborFilm(), ['Alt', '↑', '↓']],
        [keys.resetFilmField(), [command, '⇧', 'R']],
      ],
    },
    design,
    {
      name: nav.pages(),
      rows: [
        [keys.moveItem(), ['Alt', '↑', '↓']],
        [keys.duplicate(), [command, 'D']],
        [keys.removeBlock(), ['Del']],
      ],
    },
    members,
    feeds,
    {
      name: nav.settings(),
      rows: [
        [keys.nextChanged(), ['Alt', '↓']],
        [keys.nextWrong(), ['Alt', '⇧', '↓']],
      ],
    },
  ];
}

/** All keys. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { keys } = useMessages();
  const groups = useGroups();
  return (
    <Dialog title={keys.title()} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys */}
      <div className={styles['keys']} tabIndex={0}>
        {groups.map(({ name, rows }) => (
          <section key={name}>
            <h3>{name}</h3>
            {rows.map(([label, combination]) => (
              <div key={label} className={styles['row']}>
                {label}
                <span className={styles['combination']}>
                  {combination.map((key) => (
                    <Key key={key}>{key}</Key>
                  ))}
                </span>
              </div>
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
