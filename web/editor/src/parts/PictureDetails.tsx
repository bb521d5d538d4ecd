// Fields for what operators say about pictures.

import type { EditorPicture } from '@marquee/api/editor.gen.ts';
import { languagesOf } from '../state/content/languages.ts';
import { useDraft } from '../state/drafts.ts';
import { useSiteFilms } from '../state/films/queries.ts';
import { type PictureRights, useDetails } from '../state/media/details.ts';
import { proposedAlt } from '../state/media/proposals.ts';
import { useFormats, useMessages } from '../state/messages.ts';
import { Button } from './Button.tsx';
import { Checkbox } from './Choice.tsx';
import { TextField } from './Field.tsx';
import styles from './Pictures.module.css';

/** The alternative texts of a picture, one for each language of the site. One that is missing can be proposed. */
export function AltTexts({
  picture,
  isUndescribed = false,
  hint,
  isReadOnly,
}: {
  readonly picture: EditorPicture;
  /** Whether a place shows it without alternative text. */
  readonly isUndescribed?: boolean;
  /** Below the field of the main language: where the text is used. */
  readonly hint?: string;
  readonly isReadOnly: boolean;
}) {
  const { media } = useMessages();
  const { language: nameOf } = useFormats();
  const { main, others } = languagesOf(useDraft()?.content);
  const [{ alt, decorative }, change] = useDetails(picture.source);
  const setAlt = (language: string, words: string): void => change({ alt: { ...alt, [language]: words } });
  return (
    <>
      {!decorative &&
        [main, ...others].map((language) => (
          <div key={language} className={styles['alt']}>
            <TextField
              label={media.altIn({ language: nameOf(language) })}
              placeholder={media.altPlaceholder()}
              value={alt[language] ?? ''}
              onChange={(words) => setAlt(language, words)}
              isReadOnly={isReadOnly}
              error={language === main && isUndescribed ? media.altNeeded() : undefined}
              hint={language === main ? hint : undefined}
            />
            {!isReadOnly && (alt[language] ?? '') === '' && (
              <Proposal picture={picture} language={language} onTake={(words) => setAlt(language, words)} />
            )}
          </div>
        ))}
      <Checkbox
        label={media.decorative()}
        isOn={decorative}
        onChange={(isOn) => change({ decorative: isOn })}
        isDisabled={isReadOnly}
      />
    </>
  );
}

/** A button with the text that is proposed for a picture in a language, if there is one. */
function Proposal({
  picture,
  language,
  onTake,
}: {
  readonly picture: EditorPicture;
  readonly language: string;
  readonly onTake: (words: string) => void;
}) {
  const { media } = useMessages();
  const content = useDraft()?.content;
  const { films } = useSiteFilms(picture.places.some((pointer) => pointer.startsWith('/films/')));
  const titleOf = (id: string): string | undefined => films.find((film) => film.id === id)?.title;
  const words = proposedAlt(picture, content, titleOf, languagesOf(content), language);
  if (words === undefined) return null;
  return (
    <Button size="small" look="ghost" icon="plus" onPress={() => onTake(words)}>
      <span className={styles['proposal']}>{media.takeProposal({ text: words })}</span>
    </Button>
  );
}

/** Whose pictures they are, and until when the site may show them. Values that differ are undefined. */
export function RightsFields({
  rights: { credit, rightsUntil },
  isReadOnly,
  onChange,
}: {
  readonly rights: Partial<PictureRights>;
  readonly isReadOnly: boolean;
  readonly onChange: (rights: Partial<PictureRights>) => void;
}) {
  const { media } = useMessages();
  return (
    <>
      <TextField
        label={media.credit()}
        placeholder={media.creditPlaceholder()}
        value={credit ?? ''}
        onChange={(words) => onChange({ credit: words })}
        isReadOnly={isReadOnly}
        hint={credit === undefined ? media.rightsDiffer() : undefined}
      />
      <TextField
        label={media.rightsUntil()}
        hint={rightsUntil === undefined ? media.rightsDiffer() : media.rightsHint()}
        type="date"
        value={rightsUntil ?? ''}
        onChange={(day) => onChange({ rightsUntil: day })}
        isReadOnly={isReadOnly}
      />
    </>
  );
}
