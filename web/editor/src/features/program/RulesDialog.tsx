import { Button, IconButton } from '../../parts/Button.tsx';
import { Checkbox } from '../../parts/Choice.tsx';
import { TypedField } from '../../parts/DraftField.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { PriceField } from '../../parts/PriceField.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { useRemoval } from '../../state/removal.ts';
import { type PriceRule, type ProgramRules, rulesPointer, writtenRules } from '../../state/program/rules.ts';
import { AttributePills } from './AttributePills.tsx';
import type { Program } from './use-program.ts';
import { useWords } from './use-words.ts';
import styles from './Rules.module.css';

/** The longest times that the server takes, in minutes. */
const MAX_TRAILERS = 120;
const MAX_CLEANING = 240;

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** What shows that are typed in get: trailers, cleaning, the booking link and prices. */
export function RulesDialog({
  program,
  onEditAttributes,
  onClose,
}: {
  readonly program: Program;
  readonly onEditAttributes: () => void;
  readonly onClose: () => void;
}) {
  const { program: words } = useMessages();
  const { draft } = useOpenSite();
  const { rules, id } = program.theater;
  const write = (change: Partial<ProgramRules>): void =>
    draft.edit([{ pointer: rulesPointer(id), to: writtenRules({ ...rules, ...change }) }]);
  const writePrice = (index: number, rule: PriceRule): void => write({ prices: rules.prices.with(index, rule) });
  return (
    <Dialog
      title={words.rulesTitle()}
      onClose={onClose}
      foot={
        <Button look="solid" onPress={onClose}>
          {words.done()}
        </Button>
      }
    >
      <div className={styles['rules']}>
        <p className={styles['hint']}>{words.rulesText()}</p>
        <Times rules={rules} onChange={write} />
        <TextField
          label={words.bookingRule()}
          value={rules.booking}
          placeholder="https://tickets.example/{id}"
          hint={words.bookingRuleHint({ placeholders: '{id} {film} {screen} {date} {time}' })}
          onChange={(booking) => write({ booking: booking.trim() })}
        />
        <section aria-label={words.prices()}>
          <h3>{words.prices()}</h3>
          <p className={styles['hint']}>{words.pricesText()}</p>
          <ol>
            {rules.prices.map((rule, index) => (
              <PriceRow
                // oxlint-disable-next-line react/no-array-index-key -- rules have no identity
                key={index}
                program={program}
                rule={rule}
                onEditAttributes={onEditAttributes}
                onChange={(next) => writePrice(index, next)}
                onRemove={() => write({ prices: rules.prices.toSpliced(index, 1) })}
              />
            ))}
          </ol>
          <Button
            look="ghost"
            size="small"
            icon="plus"
            onPress={() => {
              const price = { amount: 1000, currency: program.currency };
              write({ prices: [...rules.prices, { weekdays: [], before: '', attributes: [], price }] });
            }}
          >
            {words.addPrice()}
          </Button>
        </section>
      </div>
    </Dialog>
  );
}

function Times({ rules, onChange }: { readonly rules: ProgramRules; readonly onChange: (change: Partial<ProgramRules>) => void }) {
  const { program: words } = useMessages();
  return (
    <div className={styles['pair']}>
      <MinutesField
        label={words.trailers()}
        max={MAX_TRAILERS}
        value={rules.trailerMinutes}
        onChange={(trailerMinutes) => onChange({ trailerMinutes })}
        isAutoFocused
      />
      <MinutesField
        label={words.cleaningTime()}
        max={MAX_CLEANING}
        value={rules.cleaningMinutes}
        onChange={(cleaningMinutes) => onChange({ cleaningMinutes })}
      />
    </div>
  );
}

function MinutesField({
  label,
  max,
  value,
  onChange,
  isAutoFocused = false,
}: {
  readonly label: string;
  readonly max: number;
  readonly value: number;
  readonly onChange: (minutes: number) => void;
  readonly isAutoFocused?: boolean;
}) {
  const { program: words } = useMessages();
  return (
    <TypedField<number>
      label={label}
      inputMode="numeric"
      unit={words.minutesUnit()}
      value={value}
      format={String}
      parse={(typed) => (/^\d{1,3}$/.test(typed.trim()) ? { value: Math.min(max, Number(typed)) } : undefined)}
      onChange={onChange}
      autoFocus={isAutoFocused}
    />
  );
}

/** A price with its conditions. */
function PriceRow({
  program,
  rule,
  onEditAttributes,
  onChange,
  onRemove,
}: {
  readonly program: Program;
  readonly rule: PriceRule;
  readonly onEditAttributes: () => void;
  readonly onChange: (rule: PriceRule) => void;
  readonly onRemove: () => void;
}) {
  const { program: words, settings } = useMessages();
  const { formats } = useWords();
  const remove = useRemoval();
  const { weekdays, before, price } = rule;
  const name = formats.money(price.amount, price.currency || program.currency);
  const toggle = (day: number, isOn: boolean): void =>
    onChange({ ...rule, weekdays: WEEKDAYS.filter((other) => (other === day ? isOn : weekdays.includes(other))) });
  return (
    <li className={styles['price']}>
      <fieldset aria-label={words.onDays()} className={styles['days']}>
        {WEEKDAYS.map((day) => (
          <Checkbox
            key={day}
            label={formats.shortWeekday(day)}
            name={formats.weekday(day)}
            isOn={weekdays.includes(day)}
            onChange={(isOn) => toggle(day, isOn)}
          />
        ))}
      </fieldset>
      <div className={styles['pair']}>
        <TextField label={words.before()} type="time" value={before} onChange={(next) => onChange({ ...rule, before: next })} />
        <PriceField
          label={words.price()}
          value={price}
          currency={program.currency}
          onChange={(next) => next !== undefined && onChange({ ...rule, price: next })}
        />
      </div>
      <AttributePills
        program={program}
        value={rule.attributes}
        onChange={(attributes) => onChange({ ...rule, attributes })}
        onEdit={onEditAttributes}
      />
      <IconButton icon="trash" label={settings.remove({ name })} onPress={() => remove(name, onRemove)} />
    </li>
  );
}
