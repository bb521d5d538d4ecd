import { Button, IconButton } from '../../parts/Button.tsx';
import { FeedMark } from '../../parts/FeedMark.tsx';
import { TextField } from '../../parts/Field.tsx';
import { recordStyles as layout } from '../../parts/RecordLayout.tsx';
import { Card } from '../../parts/Surface.tsx';
import { useToday } from '../../state/clock.ts';
import { languagesOf } from '../../state/content/languages.ts';
import { recordPointer } from '../../state/content/records.ts';
import { type Closure, closureDays, closuresOf, writtenClosures } from '../../state/content/theaters.ts';
import { useOpenSite, usePart } from '../../state/drafts.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { refusalOf } from '../../state/refusal.ts';
import { useHiddenShows } from '../../state/theaters.ts';
import { undoOf } from '../../state/removal.ts';
import { showToast } from '../../state/toasts.ts';
import type { TheaterProps } from './TheaterForm.tsx';

/** Periods during which the theater is closed. */
export function Closures({ state, theater }: TheaterProps) {
  const { theaters: words, common } = useMessages();
  const { draft } = useOpenSite();
  const pointer = recordPointer('theaters', theater.id, 'closures');
  const [, change] = usePart(pointer);
  const closures = closuresOf(theater.record['closures']);
  const write = (next: readonly Closure[]): void => change(writtenClosures(next));
  const today = useToday();
  const remove = (index: number): void => {
    const undo = undoOf(draft, () => write(closures.toSpliced(index, 1)));
    if (undo !== undefined) showToast(words.closureRemoved(), { label: common.undo(), onAction: undo });
  };
  return (
    <Card
      title={words.closures()}
      trailing={
        <Button
          look="ghost"
          size="small"
          icon="plus"
          onPress={() => write([...closures, { from: today, to: today, reason: '', translations: {} }])}
        >
          {words.add()}
        </Button>
      }
    >
      <ol className={layout['entries']} aria-label={words.closures()}>
        {closures.map((closure, index) => (
          <ClosureRow
            // oxlint-disable-next-line react/no-array-index-key -- closures have no identity
            key={index}
            theater={theater.id}
            languages={languagesOf(state.content).others}
            closure={closure}
            error={refusalOf(state, `${pointer}/${index}`)}
            onChange={(next) => write(closures.with(index, next))}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <div className={layout['mark']}>
        <FeedMark pointer={pointer} of={words.closures()} />
      </div>
      {closures.length === 0 && <p className={`${layout['hint']} ${layout['fields']} ${layout['headed']}`}>{words.noClosures()}</p>}
    </Card>
  );
}

function ClosureRow({
  theater,
  languages,
  closure,
  error,
  onChange,
  onRemove,
}: {
  /** Id of the theater. */
  readonly theater: string;
  /** The other languages of the site. */
  readonly languages: readonly string[];
  readonly closure: Closure;
  readonly error: string | undefined;
  readonly onChange: (closure: Closure) => void;
  readonly onRemove: () => void;
}) {
  const { theaters: words, settings, pages } = useMessages();
  const { date, language } = useFormats();
  const days = closureDays(closure);
  const hidden = useHiddenShows(theater, closure.from, closure.to);
  return (
    <li className={layout['entry']}>
      <div className={layout['stacked']}>
        <TextField
          label={words.from()}
          type="date"
          value={closure.from}
          onChange={(from) => from !== '' && onChange({ ...closure, from })}
        />
        <TextField
          label={words.to()}
          type="date"
          value={closure.to}
          onChange={(to) => onChange({ ...closure, to })}
          error={days === 0 ? words.toBeforeFrom() : error}
          hint={days === undefined ? words.untilFurther() : words.days({ count: days })}
        />
        <TextField label={words.reason()} value={closure.reason} onChange={(reason) => onChange({ ...closure, reason })} />
        {languages.map((code) => (
          <TextField
            key={code}
            label={pages.inLanguage({ name: words.reason(), language: language(code) })}
            value={closure.translations[code] ?? ''}
            placeholder={closure.reason}
            onChange={(text) => onChange({ ...closure, translations: { ...closure.translations, [code]: text } })}
          />
        ))}
        {hidden !== undefined && days !== 0 && <p className={layout['hint']}>{words.hiddenShows({ count: hidden })}</p>}
      </div>
      <IconButton icon="trash" label={settings.remove({ name: date(closure.from) })} onPress={onRemove} />
    </li>
  );
}
