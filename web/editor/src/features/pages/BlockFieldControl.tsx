import { list, text } from '@marquee/api/json.ts';
import { richTextOf } from '@marquee/rules/rich-text.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Select, Switch } from '../../parts/Choice.tsx';
import { TypedField } from '../../parts/DraftField.tsx';
import { TextField } from '../../parts/Field.tsx';
import { FilmPicker } from '../../parts/FilmPicker.tsx';
import { LinkField } from '../../parts/LinkField.tsx';
import { PictureField, Thumbnail, VideoField } from '../../parts/Picture.tsx';
import {
  type BlockField,
  type BlockPicture,
  type Question,
  isEmbeddable,
  linesOf,
  linesText,
  picturesOf,
  questionsOf,
} from '../../state/content/blocks.ts';
import { recordsOf } from '../../state/content/records.ts';
import { useMessages } from '../../state/messages.ts';
import { trailerOf } from '../../state/films/trailer.ts';
import { valueAt } from '../../state/pointer.ts';
import { useRemoval } from '../../state/removal.ts';
import { useFieldLabel } from './block-words.ts';
import { RichTextField } from './RichTextField.tsx';
import styles from './PageEditor.module.css';

interface ControlProps {
  readonly label: string;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly onChange: (value: unknown) => void;
}

/** The control of a field of a block, by its kind. */
export function BlockFieldControl({
  field,
  content,
  onAdd,
  ...rest
}: Omit<ControlProps, 'label'> & {
  readonly field: BlockField;
  readonly content: unknown;
  /** Called for a slash in an empty line of a text. */
  readonly onAdd: () => void;
}) {
  const props: ControlProps = { label: useFieldLabel()(field), ...rest };
  const { value, error, label, onChange } = props;
  switch (field.kind) {
    case 'line':
    case 'text':
      return <TextField label={label} value={text(value)} onChange={onChange} error={error} isMultiline={field.kind === 'text'} />;
    case 'paragraphs':
      return <RichTextField {...props} value={richTextOf(value) ?? []} content={content} onAdd={onAdd} />;
    case 'lines':
      return <Lines {...props} />;
    case 'picture':
      return (
        <>
          <Thumbnail picture={text(value)} size="large" />
          <PictureField label={label} value={text(value)} onChange={onChange} error={error} />
        </>
      );
    case 'color':
      return <BrandColor content={content} {...props} />;
    case 'link':
      return <LinkField content={content} href={text(value)} onChange={onChange} />;
    case 'window':
      return <Switch label={label} isOn={value === '_blank'} onChange={(isOn) => onChange(isOn ? '_blank' : undefined)} />;
    case 'pictures':
      return <Pictures {...props} />;
    case 'questions':
      return <Questions {...props} />;
    case 'films':
      return <Films content={content} {...props} />;
    case 'theater':
      return <Theater content={content} {...props} />;
    case 'video':
      return <VideoAddress {...props} />;
    case 'webAddress':
      return <WebAddress {...props} />;
    case 'height':
      return <Height {...props} />;
  }
}

function Lines({ label, value, error, onChange }: ControlProps) {
  const { blocks } = useMessages();
  return (
    <TypedField
      label={label}
      value={linesText(value)}
      format={(current) => current}
      parse={(next) => ({ value: linesText(linesOf(next)) })}
      onChange={(next) => onChange(linesOf(next))}
      hint={blocks.linesHint()}
      error={error}
      isMultiline
    />
  );
}

const BRANDS = ['brand1', 'brand2', 'brand3', 'brand4', 'brand5', 'brand6'] as const;

/** A brand color of the site that is set. */
function BrandColor({ label, value, content, onChange }: ControlProps & { readonly content: unknown }) {
  const { blocks } = useMessages();
  const brands = BRANDS.flatMap((name) => {
    const color = text(valueAt(content, `/site/config/theme/colors/${name}`));
    return color === '' && value !== name ? [] : [{ value: name, label: `${blocks.brand({ number: name.slice(-1) })} ${color}` }];
  });
  return (
    <Select
      label={label}
      value={text(value)}
      options={[{ value: '', label: blocks.noColor() }, ...brands]}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  );
}

function Pictures({ label, value, error, onChange }: ControlProps) {
  const { blocks, settings } = useMessages();
  const pictures = picturesOf(value);
  const set = (index: number, picture: BlockPicture): void => onChange(pictures.with(index, picture));
  return (
    <fieldset className={styles['rows']} aria-label={label}>
      {pictures.map((entry, index) => {
        const name = blocks.pictureNumber({ number: index + 1 });
        return (
          // oxlint-disable-next-line react/no-array-index-key -- pictures have no identity
          <div key={index} className={styles['rowGroup']}>
            <RowTools
              name={name}
              index={index}
              onMove={() => onChange(pictures.with(index, pictures[index - 1] ?? entry).with(index - 1, entry))}
              onRemove={pictures.length < 2 ? undefined : () => onChange(pictures.toSpliced(index, 1))}
            />
            {entry.picture !== '' && <Thumbnail picture={entry.picture} size="large" />}
            <PictureField
              label={name}
              value={entry.picture}
              onChange={(picture) => set(index, { ...entry, picture })}
              error={error}
            />
            <TextField label={blocks.fields.alt()} value={entry.alt} onChange={(alt) => set(index, { ...entry, alt })} />
          </div>
        );
      })}
      <Button
        size="small"
        icon="plus"
        isDisabled={pictures.length >= 60}
        onPress={() => onChange([...pictures, { picture: '', alt: '' }])}
      >
        {settings.add()}
      </Button>
    </fieldset>
  );
}

function Questions({ label, value, onChange }: ControlProps) {
  const { blocks, settings } = useMessages();
  const questions = questionsOf(value);
  const set = (index: number, question: Question): void => onChange(questions.with(index, question));
  return (
    <fieldset className={styles['rows']} aria-label={label}>
      {questions.map((entry, index) => {
        const name = blocks.questionNumber({ number: index + 1 });
        return (
          // oxlint-disable-next-line react/no-array-index-key -- questions have no identity
          <div key={index} className={styles['rowGroup']}>
            <RowTools
              name={name}
              index={index}
              onMove={() => onChange(questions.with(index, questions[index - 1] ?? entry).with(index - 1, entry))}
              onRemove={() => onChange(questions.toSpliced(index, 1))}
            />
            <TextField label={name} value={entry.title} onChange={(title) => set(index, { ...entry, title })} />
            <TextField
              label={blocks.answer()}
              value={entry.text}
              onChange={(answer) => set(index, { ...entry, text: answer })}
              isMultiline
            />
          </div>
        );
      })}
      <Button size="small" icon="plus" onPress={() => onChange([...questions, { title: '', text: '' }])}>
        {settings.add()}
      </Button>
    </fieldset>
  );
}

function RowTools({
  name,
  index,
  onMove,
  onRemove,
}: {
  readonly name: string;
  readonly index: number;
  readonly onMove: () => void;
  readonly onRemove: (() => void) | undefined;
}) {
  const { settings } = useMessages();
  const remove = useRemoval();
  return (
    <span className={styles['rowTools']}>
      {index > 0 && <IconButton icon="up" label={settings.moveUp({ name })} onPress={onMove} />}
      {onRemove !== undefined && (
        <IconButton icon="trash" label={settings.remove({ name })} onPress={() => remove(name, onRemove)} />
      )}
    </span>
  );
}

function Films({ label, value, content, onChange }: ControlProps & { readonly content: unknown }) {
  const { blocks } = useMessages();
  const ids = list(value).map(text);
  return (
    <fieldset className={styles['rows']}>
      <legend className={styles['legend']}>{label}</legend>
      <FilmPicker content={content} label={label} ids={ids} onChange={(next) => onChange(next.length === 0 ? undefined : next)} />
      {ids.length === 0 && <p className={styles['hint']}>{blocks.filmsHint()}</p>}
    </fieldset>
  );
}

function VideoAddress({ label, value, error, onChange }: ControlProps) {
  const { blocks, films } = useMessages();
  const address = text(value);
  const isVideo = address === '' || trailerOf(address) !== undefined;
  const fault = isVideo ? undefined : films.trailerInvalid();
  return <VideoField label={label} value={address} hint={blocks.videoHint()} error={fault ?? error} onChange={onChange} />;
}

function WebAddress({ label, value, error, onChange }: ControlProps) {
  const { blocks } = useMessages();
  const address = text(value);
  const fault = address === '' || isEmbeddable(address) ? undefined : blocks.urlInvalid();
  return <TextField label={label} value={address} hint={blocks.urlHint()} error={fault ?? error} onChange={onChange} />;
}

const HEIGHTS = [320, 480, 720, 1000] as const;
const DEFAULT_HEIGHT = 480;

/** The height of a frame: one of a few, or the one that it has. */
function Height({ label, value, onChange }: ControlProps) {
  const { blocks } = useMessages();
  const height = typeof value === 'number' ? value : DEFAULT_HEIGHT;
  const heights = [...new Set([...HEIGHTS, height])].toSorted((one, other) => one - other);
  return (
    <Select
      label={label}
      value={String(height)}
      options={heights.map((pixels) => ({ value: String(pixels), label: blocks.pixels({ count: pixels }) }))}
      onChange={(next) => onChange(Number(next) === DEFAULT_HEIGHT ? undefined : Number(next))}
    />
  );
}

function Theater({ label, value, content, onChange }: ControlProps & { readonly content: unknown }) {
  const { blocks } = useMessages();
  return (
    <Select
      label={label}
      value={text(value)}
      options={[
        { value: '', label: blocks.selectedTheater() },
        ...recordsOf(content, 'theaters').map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  );
}
