import { list, text } from '@marquee/api/json.ts';
import { cx } from '@marquee/ui/cx.ts';
import { useState } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Segments } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { ORDER_POINTER } from '../../state/content/film-order.ts';
import { languagesOf } from '../../state/content/languages.ts';
import { useOpenSite, usePart } from '../../state/drafts.ts';
import {
  BADGE_FIELDS,
  type Badge,
  BADGES,
  badgeOf,
  chosenBadge,
  feedBadge,
  hasOwnBadge,
  MAX_BADGE_TEXT,
} from '../../state/films/badges.ts';
import { changedField, filmPointer, localizedPath, valueOf } from '../../state/films/film.ts';
import { useSiteFilms } from '../../state/films/queries.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { valueAt } from '../../state/pointer.ts';
import { can } from '../../state/roles.ts';
import type { FilmProps } from './FilmEditor.tsx';
import { Places } from './Places.tsx';
import styles from './Film.module.css';

/** The badge of a film, its place on the home page, and whether visitors see it. */
export function Badges({ state, film }: FilmProps) {
  const { films: words } = useMessages();
  const { site, draft } = useOpenSite();
  const mayEdit = can(site, 'editProgram');
  const isOwn = hasOwnBadge(film);
  // A badge in own words is set by its words.
  const [isWriting, setWriting] = useState(false);
  const set = badgeOf(film.record);
  const badge = isWriting && set !== 'own' ? 'own' : set;
  const choose = (next: Badge): void => {
    setWriting(next === 'own');
    if (next !== 'own') draft.edit([chosenBadge(film, next, '')]);
  };
  const derived = useDerivedBadge(film.id, state);
  const badgeName = { NEW: words.badgeNew, PREVIEW: words.badgePreview };
  const labels: Readonly<Record<Badge, string>> = {
    automatic: derived === undefined ? words.badgeAutomatic() : words.badgeAutomaticNow({ badge: badgeName[derived]() }),
    none: words.badgeNone(),
    NEW: words.badgeNew(),
    PREVIEW: words.badgePreview(),
    own: words.badgeOwn(),
  };
  return (
    <div className={styles['sections']}>
      <section className={cx(isOwn && styles['own'])}>
        <header>
          <h2>{words.names.badges()}</h2>
          {isOwn && mayEdit && (
            <IconButton
              icon="reset"
              label={words.resetField({ name: words.names.badges() })}
              onPress={() => {
                setWriting(false);
                draft.edit([feedBadge(film)]);
              }}
            />
          )}
        </header>
        <Segments
          label={words.names.badges()}
          value={badge}
          options={BADGES.map((value) => ({ value, label: labels[value] }))}
          isDisabled={!mayEdit}
          onChange={choose}
        />
        {badge === 'own' && <OwnWords state={state} film={film} mayEdit={mayEdit} />}
        <p className={styles['note']}>{words.badgeHint()}</p>
      </section>
      <Place id={film.id} mayEdit={mayEdit} />
      <Places id={film.id} mayEdit={mayEdit} />
    </div>
  );
}

/** The badge that visitors see because of dates; undefined without one, or while operators have chosen what visitors see. */
function useDerivedBadge(id: string, { server }: FilmProps['state']): 'NEW' | 'PREVIEW' | undefined {
  const film = useSiteFilms().films.find((other) => other.id === id);
  const isChosen = BADGE_FIELDS.some((name) => valueAt(server.live, filmPointer(id, 'fields', name)) !== undefined);
  return isChosen ? undefined : film?.badges?.[0];
}

/** The words of a badge, in each language of the site. */
function OwnWords({ state, film, mayEdit }: FilmProps & { readonly mayEdit: boolean }) {
  const { films: words } = useMessages();
  const { draft } = useOpenSite();
  const { language: nameOf } = useFormats();
  // Whoever has just chosen own words is about to type them.
  const [isLeft, setLeft] = useState(false);
  const languages = languagesOf(state.content);
  const all = [languages.main, ...languages.others];
  return (
    <div className={styles['words']}>
      {all.map((language) => {
        const path = localizedPath(languages, language, 'badgeText');
        const isMain = language === languages.main;
        const value = text(valueOf(film, path));
        return (
          <TextField
            key={language}
            label={all.length > 1 ? words.badgeWordsIn({ language: nameOf(language) }) : words.badgeWords()}
            value={value}
            maxLength={MAX_BADGE_TEXT}
            isDisabled={!mayEdit}
            error={isMain && isLeft && value.trim() === '' ? words.badgeWordsMissing() : undefined}
            onBlur={() => isMain && setLeft(true)}
            onChange={(next) =>
              draft.edit([isMain ? chosenBadge(film, next === '' ? 'none' : 'own', next) : changedField(film, path, next)])
            }
          />
        );
      })}
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
