import { text } from '@marquee/api/json.ts';
import { cx } from '@marquee/ui/cx.ts';
import { useState } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { FocalPoint } from '../../parts/FocalPoint.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Thumbnail } from '../../parts/Picture.tsx';
import { AltTexts, RightsFields } from '../../parts/PictureDetails.tsx';
import { MediaPicker } from '../../parts/MediaPicker.tsx';
import { useToday } from '../../state/clock.ts';
import { useDraft, useOpenSite } from '../../state/drafts.ts';
import { TRAILER } from '../../state/films/fields.ts';
import { changedField, filmPointer, isOverridden, resetField, valueOf } from '../../state/films/film.ts';
import { PICTURES, type PictureName, RATIOS, isOtherShape, missingWidth } from '../../state/films/pictures.ts';
import { trailerAddress, trailerOf } from '../../state/films/trailer.ts';
import { changedDetails, commonRights, detailsOf } from '../../state/media/details.ts';
import { rightsOf } from '../../state/media/filters.ts';
import { usePictures } from '../../state/media/library.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { useRemoval } from '../../state/removal.ts';
import { can } from '../../state/roles.ts';
import { FieldRow } from './FieldRow.tsx';
import { FieldTable } from './FieldTable.tsx';
import type { FilmProps } from './FilmEditor.tsx';
import styles from './Film.module.css';

/** The poster, the wide pictures and the trailer of a film. */
export function Pictures({ state, film, source }: FilmProps) {
  const { films: words } = useMessages();
  return (
    <>
      <div className={styles['pictures']}>
        {PICTURES.map((name) => (
          <FilmPicture key={name} state={state} film={film} name={name} />
        ))}
      </div>
      <Rights film={film} />
      <FieldTable label={words.names.trailer()} film={film} source={source}>
        <FieldRow state={state} film={film} source={source} field={TRAILER} path={['trailer']} />
      </FieldTable>
      <ChooseTrailer film={film} />
    </>
  );
}

/** Makes a video of the library the trailer. */
function ChooseTrailer({ film }: Pick<FilmProps, 'film'>) {
  const { films: words } = useMessages();
  const { site, draft } = useOpenSite();
  const [isChoosing, setChoosing] = useState(false);
  if (!can(site, 'editProgram')) return null;
  return (
    <div className={styles['chooseTrailer']}>
      <Button size="small" icon="film" onPress={() => setChoosing(true)}>
        {words.chooseTrailer()}
      </Button>
      {isChoosing && (
        <MediaPicker
          kind="video"
          value={trailerAddress(valueOf(film, ['trailer']))}
          onChoose={(source) => draft.edit([changedField(film, ['trailer'], trailerOf(source))])}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

/** The rights of all pictures of the film. */
function Rights({ film }: Pick<FilmProps, 'film'>) {
  const { films: words } = useMessages();
  const { site, draft } = useOpenSite();
  const content = useDraft()?.content;
  const known = usePictures().data ?? [];
  const own = new Set(PICTURES.map((name) => text(valueOf(film, [name]))));
  const sources = known.map(({ source }) => source).filter((source) => own.has(source));
  if (sources.length === 0) return null;
  return (
    <section aria-label={words.rights()} className={styles['rights']}>
      <h2>{words.rights()}</h2>
      <div>
        <RightsFields
          rights={commonRights(content, sources)}
          isReadOnly={!can(site, 'editProgram')}
          onChange={(rights) => draft.edit(changedDetails(draft.state()?.content, sources, rights))}
        />
      </div>
    </section>
  );
}

/** The name and the shape of a picture, and the arrow that lets it follow the feed again. */
function PictureHead({
  film,
  name,
  isResettable,
}: Pick<FilmProps, 'film'> & { readonly name: PictureName; readonly isResettable: boolean }) {
  const { films: words } = useMessages();
  const { draft } = useOpenSite();
  const label = words.names[name]();
  return (
    <header>
      <h2>{label}</h2>
      <span>{RATIOS[name]}</span>
      {isResettable && (
        <IconButton icon="reset" label={words.resetField({ name: label })} onPress={() => draft.edit([resetField(film, [name])])} />
      )}
    </header>
  );
}

function FilmPicture({ state: { content }, film, name }: FilmProps & { readonly name: PictureName }) {
  const { films: words, settings, media } = useMessages();
  const { longDay } = useFormats();
  const today = useToday();
  const { site, draft } = useOpenSite();
  const [isChoosing, setChoosing] = useState(false);
  const known = usePictures().data;
  const source = text(valueOf(film, [name]));
  const pointer = filmPointer(film.id, 'fields', name);
  const picture = known?.find((candidate) => candidate.source === source);
  const least = missingWidth(name, picture);
  const label = words.names[name]();
  const isOwn = isOverridden(film, [name]);
  const mayEdit = can(site, 'editProgram');
  const remove = useRemoval();
  const change = (next: string | undefined): void => draft.edit([changedField(film, [name], next)]);
  return (
    <section aria-label={label} data-part={pointer} className={cx(styles['picture'], styles[name], isOwn && styles['own'])}>
      <PictureHead film={film} name={name} isResettable={isOwn && mayEdit} />
      {picture === undefined || name === 'poster' ? (
        <Thumbnail picture={source} />
      ) : (
        <FocalPoint picture={picture} isReadOnly={!mayEdit} />
      )}
      {least !== undefined && picture !== undefined && (
        <p className={styles['fault']}>
          <Icon name="warning" small />
          {words.tooSmall({ name: label, width: picture.width, least })}
        </p>
      )}
      {picture !== undefined && isOtherShape(name, picture) && (
        <p className={styles['note']}>{words.otherShape({ width: picture.width, height: picture.height, ratio: RATIOS[name] })}</p>
      )}
      {rightsOf(content, source, today) === 'ended' && (
        <p className={styles['fault']}>
          <Icon name="warning" small />
          {media.rightsEndedText({ day: longDay(detailsOf(content, source).rightsUntil) })}
        </p>
      )}
      {source === '' && <p className={styles['note']}>{words.noPicture()}</p>}
      {mayEdit && (
        <div className={styles['buttons']}>
          <Button
            size="small"
            icon="picture"
            aria-label={source === '' ? words.chooseOf({ name: label }) : words.replaceOf({ name: label })}
            onPress={() => setChoosing(true)}
          >
            {source === '' ? words.choose() : words.replace()}
          </Button>
          {source !== '' && (
            <Button
              size="small"
              look="ghost"
              aria-label={settings.remove({ name: label })}
              onPress={() => remove(label, () => change(undefined))}
            >
              {words.removePicture()}
            </Button>
          )}
        </div>
      )}
      {picture !== undefined && <AltTexts picture={picture} hint={words.altHint()} isReadOnly={!mayEdit} />}
      {isChoosing && <MediaPicker value={source} onChoose={change} onClose={() => setChoosing(false)} />}
    </section>
  );
}
