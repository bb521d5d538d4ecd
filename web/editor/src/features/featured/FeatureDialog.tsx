import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Select } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { SearchSelect } from '../../parts/SearchSelect.tsx';
import type { Feature } from '../../state/featured/plan.ts';
import { useMessages } from '../../state/messages.ts';
import styles from './Featured.module.css';
import type { Lane, PlannedFilm } from './Timeline.tsx';

/** The film, the days and the theater of a feature. `onRemove` absent: it is new. */
export function FeatureDialog({
  feature,
  films,
  lanes,
  onSave,
  onRemove,
  onClose,
}: {
  readonly feature: Feature;
  readonly films: readonly PlannedFilm[];
  readonly lanes: readonly Lane[];
  readonly onSave: (feature: Feature) => void;
  readonly onRemove?: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  const { featured: words, common } = useMessages();
  const [edited, setEdited] = useState(feature);
  const [isChecked, setChecked] = useState(false);
  const { film, from, theater } = edited;
  const isValid = film !== '' && from !== '' && !isBackward(edited);
  const save = (): void => {
    setChecked(true);
    if (isValid) onSave(edited);
  };
  return (
    <Dialog
      title={onRemove === undefined ? words.add() : words.edit()}
      onClose={onClose}
      foot={
        <>
          {onRemove !== undefined && (
            <Button look="ghost" icon="trash" onPress={onRemove}>
              {words.remove()}
            </Button>
          )}
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button look="solid" onPress={save}>
            {words.save()}
          </Button>
        </>
      }
    >
      <SearchSelect
        label={words.film()}
        options={films.map(({ id, title }) => ({ value: id, label: title }))}
        value={film}
        isAutoFocused={film === ''}
        error={isChecked && film === '' ? words.filmRequired() : undefined}
        onChange={(next) => setEdited({ ...edited, film: next })}
      />
      <DayFields feature={edited} isChecked={isChecked} onChange={setEdited} />
      {lanes.length > 1 && (
        <Select
          label={words.theater()}
          options={lanes.map(({ theater: value, name }) => ({ value, label: name }))}
          value={theater}
          onChange={(next) => setEdited({ ...edited, theater: next })}
        />
      )}
    </Dialog>
  );
}

/** Whether the last day is before the first. */
const isBackward = ({ from, to }: Feature): boolean => to !== '' && to < from;

function DayFields({
  feature,
  isChecked,
  onChange,
}: {
  readonly feature: Feature;
  /** Whether what is missing is said. */
  readonly isChecked: boolean;
  readonly onChange: (feature: Feature) => void;
}) {
  const { featured: words } = useMessages();
  const { from, to } = feature;
  return (
    <div className={styles['days']}>
      <TextField
        label={words.from()}
        type="date"
        value={from}
        onChange={(next) => onChange({ ...feature, from: next })}
        error={isChecked && from === '' ? words.fromRequired() : undefined}
      />
      <TextField
        label={words.to()}
        type="date"
        value={to}
        onChange={(next) => onChange({ ...feature, to: next })}
        hint={words.toHint()}
        error={isBackward(feature) ? words.toBefore() : undefined}
      />
    </div>
  );
}
