import { list, text } from '@marquee/api/json.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Segments, Switch } from '../../parts/Choice.tsx';
import { HIDDEN_POINTER, ORDER_POINTER } from '../../state/content/film-order.ts';
import { useOpenSite, usePart } from '../../state/drafts.ts';
import { type Badge, badgeOf, badgesOf } from '../../state/films/badges.ts';
import { changedField, isOverridden, resetField, valueOf } from '../../state/films/film.ts';
import { useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import type { FilmProps } from './FilmEditor.tsx';
import styles from './Film.module.css';

/** The badge of a film, its place on the home page, and whether visitors see it. */
export function Badges({ film }: FilmProps) {
  const { films: words } = useMessages();
  const { site, draft } = useOpenSite();
  const mayEdit = can(site, 'editProgram');
  const isOwn = isOverridden(film, ['badges']);
  const labels: Readonly<Record<Badge, string>> = {
    automatic: words.badgeAutomatic(),
    NEW: words.badgeNew(),
    PREVIEW: words.badgePreview(),
  };
  const options = (['automatic', 'NEW', 'PREVIEW'] as const).map((value) => ({ value, label: labels[value] }));
  return (
    <div className={styles['sections']}>
      <section className={cx(isOwn && styles['own'])}>
        <header>
          <h2>{words.names.badges()}</h2>
          {isOwn && mayEdit && (
            <IconButton
              icon="reset"
              label={words.resetField({ name: words.names.badges() })}
              onPress={() => draft.edit([resetField(film, ['badges'])])}
            />
          )}
        </header>
        <Segments
          label={words.names.badges()}
          value={badgeOf(valueOf(film, ['badges']))}
          options={options}
          isDisabled={!mayEdit}
          onChange={(badge) => draft.edit([changedField(film, ['badges'], badgesOf(badge))])}
        />
        <p className={styles['note']}>{words.badgeHint()}</p>
      </section>
      <Place id={film.id} mayEdit={mayEdit} />
      <Where id={film.id} mayEdit={mayEdit} />
    </div>
  );
}

interface PlaceProps {
  readonly id: string;
  readonly mayEdit: boolean;
}

function Place({ id, mayEdit }: PlaceProps) {
  const { films: words } = useMessages();
  const [value, change] = usePart(ORDER_POINTER);
  const ids = list(value).map(text);
  const index = ids.indexOf(id);
  const others = ids.filter((other) => other !== id);
  return (
    <section>
      <header>
        <h2>{words.orderTitle()}</h2>
      </header>
      <p className={styles['note']}>{index < 0 ? words.noPlace() : words.place({ place: index + 1, count: ids.length })}</p>
      {mayEdit && (
        <div className={styles['buttons']}>
          {index !== 0 && (
            <Button size="small" onPress={() => change([id, ...others])}>
              {words.setFirst()}
            </Button>
          )}
          {index >= 0 && (
            <Button size="small" onPress={() => change(others)}>
              {words.removePlace()}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function Where({ id, mayEdit }: PlaceProps) {
  const { films: words } = useMessages();
  const [value, change] = usePart(HIDDEN_POINTER);
  const ids = list(value).map(text);
  return (
    <section>
      <header>
        <h2>{words.where()}</h2>
      </header>
      <Switch
        label={words.shown()}
        isOn={!ids.includes(id)}
        isDisabled={!mayEdit}
        onChange={(isOn) => change(isOn ? ids.filter((other) => other !== id) : [...ids, id])}
      />
      <p className={styles['note']}>{words.shownHint()}</p>
    </section>
  );
}
