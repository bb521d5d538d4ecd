// Fields for what operators say about pictures.

import { languagesOf } from '../state/content/languages.ts';
import { useDraft } from '../state/drafts.ts';
import { type PictureRights, useDetails } from '../state/media/details.ts';
import { useFormats, useMessages } from '../state/messages.ts';
import { Checkbox } from './Choice.tsx';
import { TextField } from './Field.tsx';

/** The alternative texts of a picture, one for each language of the site. */
export function AltTexts({
  source,
  isUndescribed = false,
  hint,
  isReadOnly,
}: {
  /** The reference to the picture. */
  readonly source: string;
  /** Whether a place shows it without alternative text. */
  readonly isUndescribed?: boolean;
  /** Below the field of the main language: where the text is used. */
  readonly hint?: string;
  readonly isReadOnly: boolean;
}) {
  const { media } = useMessages();
  const { language: nameOf } = useFormats();
  const { main, others } = languagesOf(useDraft()?.content);
  const [{ alt, decorative }, change] = useDetails(source);
  return (
    <>
      {!decorative &&
        [main, ...others].map((language) => (
          <TextField
            key={language}
            label={media.altIn({ language: nameOf(language) })}
            placeholder={media.altPlaceholder()}
            value={alt[language] ?? ''}
            onChange={(words) => change({ alt: { ...alt, [language]: words } })}
            isReadOnly={isReadOnly}
            error={language === main && isUndescribed ? media.altNeeded() : undefined}
            hint={language === main ? hint : undefined}
          />
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
