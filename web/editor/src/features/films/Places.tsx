import { list, text } from '@marquee/api/json.ts';
import { Pill, Switch } from '../../parts/Choice.tsx';
import { HIDDEN_POINTER } from '../../state/content/film-order.ts';
import { shownTheaters } from '../../state/content/theaters.ts';
import { useDraft, usePart } from '../../state/drafts.ts';
import { leftOutOf, type LeftOut, partOf, PLACES, type Place, placesPointer, toggled } from '../../state/films/places.ts';
import { useMessages } from '../../state/messages.ts';
import styles from './Film.module.css';

interface PlacesProps {
  readonly id: string;
  readonly mayEdit: boolean;
}

/** Where visitors find a film. */
export function Places({ id, mayEdit }: PlacesProps) {
  const { films: words } = useMessages();
  const [value, change] = usePart(HIDDEN_POINTER);
  const ids = list(value).map(text);
  const isShown = !ids.includes(id);
  return (
    <section>
      <header>
        <h2>{words.where()}</h2>
      </header>
      <Switch
        label={words.shown()}
        isOn={isShown}
        isDisabled={!mayEdit}
        onChange={(isOn) => change(isOn ? ids.filter((other) => other !== id) : [...ids, id])}
      />
      <p className={styles['note']}>{words.shownHint()}</p>
      {isShown && <PlacePills id={id} mayEdit={mayEdit} />}
    </section>
  );
}

function PlacePills({ id, mayEdit }: PlacesProps) {
  const { films: words } = useMessages();
  const theaters = shownTheaters(useDraft()?.content);
  const [value, change] = usePart(placesPointer(id));
  const left = leftOutOf(value);
  const set = (next: LeftOut): void => change(partOf(next));
  const labels: Readonly<Record<Place, string>> = {
    notOnHome: words.places.home(),
    notInStartingSoon: words.places.startingSoon(),
    notInSearchEngines: words.places.searchEngines(),
  };
  return (
    <>
      <fieldset className={styles['places']}>
        <legend>{words.placesLabel()}</legend>
        {PLACES.map((place) => (
          <Pill
            key={place}
            label={labels[place]}
            icon={left.places.includes(place) ? 'eyeOff' : 'check'}
            isOn={!left.places.includes(place)}
            isDisabled={!mayEdit}
            onChange={(isOn) => set({ ...left, places: toggled(left.places, place, !isOn) })}
          />
        ))}
      </fieldset>
      {theaters.length > 1 && (
        <fieldset className={styles['places']}>
          <legend>{words.placesTheaters()}</legend>
          {theaters.map((theater) => (
            <Pill
              key={theater.id}
              label={theater.name}
              icon={left.theaters.includes(theater.id) ? 'eyeOff' : 'check'}
              isOn={!left.theaters.includes(theater.id)}
              isDisabled={!mayEdit}
              onChange={(isOn) => set({ ...left, theaters: toggled(left.theaters, theater.id, !isOn) })}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
