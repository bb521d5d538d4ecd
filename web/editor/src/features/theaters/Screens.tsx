import { Button, IconButton } from '../../parts/Button.tsx';
import { TypedField } from '../../parts/DraftField.tsx';
import { FeedMark } from '../../parts/FeedMark.tsx';
import { TextField } from '../../parts/Field.tsx';
import { recordStyles as layout } from '../../parts/RecordLayout.tsx';
import { Card } from '../../parts/Surface.tsx';
import { type ContentRecord, recordPointer } from '../../state/content/records.ts';
import { type Screen, nextScreenId, screensOf, writtenScreens } from '../../state/content/theaters.ts';
import { useOpenSite, usePart } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { undoOf } from '../../state/removal.ts';
import { showToast } from '../../state/toasts.ts';

/** The screens of a theater. */
export function Screens({ theater }: { readonly theater: ContentRecord }) {
  const { theaters: words, common } = useMessages();
  const { draft } = useOpenSite();
  const pointer = recordPointer('theaters', theater.id, 'screens');
  const [, change] = usePart(pointer);
  const screens = screensOf(theater.record['screens']);
  const write = (next: readonly Screen[]): void => change(writtenScreens(next));
  const add = (): void => {
    const id = nextScreenId(screens);
    write([...screens, { id, name: words.screenName({ number: id }), seats: undefined, attributes: [] }]);
  };
  const remove = (index: number, { name }: Screen): void => {
    const undo = undoOf(draft, () => write(screens.toSpliced(index, 1)));
    if (undo !== undefined) showToast(words.screenRemoved({ name }), { label: common.undo(), onAction: undo });
  };
  return (
    <Card
      title={words.screens()}
      trailing={
        <Button look="ghost" size="small" icon="plus" onPress={add}>
          {words.add()}
        </Button>
      }
    >
      <ol className={layout['entries']} aria-label={words.screens()}>
        {screens.map((screen, index) => (
          <ScreenRow
            key={screen.id}
            screen={screen}
            onChange={(next) => write(screens.with(index, next))}
            onRemove={() => remove(index, screen)}
          />
        ))}
      </ol>
      <div className={layout['mark']}>
        <FeedMark pointer={pointer} of={words.screens()} />
      </div>
    </Card>
  );
}

function ScreenRow({
  screen,
  onChange,
  onRemove,
}: {
  readonly screen: Screen;
  readonly onChange: (screen: Screen) => void;
  readonly onRemove: () => void;
}) {
  const { theaters: words, settings } = useMessages();
  return (
    <li className={layout['entry']}>
      <div className={layout['pair']}>
        <TextField
          aria-label={words.nameOf({ name: screen.name })}
          value={screen.name}
          onChange={(name) => onChange({ ...screen, name })}
        />
        <TypedField<number | undefined>
          aria-label={words.seatsOf({ name: screen.name })}
          unit={words.seats()}
          inputMode="numeric"
          value={screen.seats}
          format={(seats) => (seats === undefined ? '' : String(seats))}
          parse={(typed) => (/^\d*$/.test(typed.trim()) ? { value: typed.trim() === '' ? undefined : Number(typed) } : undefined)}
          onChange={(seats) => onChange({ ...screen, seats })}
        />
        <TypedField<readonly string[]>
          aria-label={words.attributesOf({ name: screen.name })}
          placeholder={words.attributes()}
          value={screen.attributes}
          format={(attributes) => attributes.join(', ')}
          parse={(typed) => ({
            value: typed
              .split(',')
              .map((key) => key.trim())
              .filter((key) => key !== ''),
          })}
          onChange={(attributes) => onChange({ ...screen, attributes })}
        />
      </div>
      <IconButton icon="trash" label={settings.remove({ name: screen.name })} onPress={onRemove} />
    </li>
  );
}
