import { list } from '@marquee/api/json.ts';
import { Checkbox } from '../../parts/Choice.tsx';
import { Changed } from '../../parts/DraftField.tsx';
import { recordStyles as layout } from '../../parts/RecordLayout.tsx';
import { Card } from '../../parts/Surface.tsx';
import { type ContentRecord, recordPointer } from '../../state/content/records.ts';
import { ACCESS_FEATURES } from '../../state/content/theaters.ts';
import { usePart } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';

/** What the building offers to people with disabilities. */
export function Accessibility({ theater }: { readonly theater: ContentRecord }) {
  const words = useMessages().theaters.accessibility;
  const pointer = recordPointer('theaters', theater.id, 'accessibility');
  const [value, change] = usePart(pointer);
  const has = list(value);
  const toggle = (feature: string, isOn: boolean): void => {
    const next = ACCESS_FEATURES.filter((other) => (other === feature ? isOn : has.includes(other)));
    change(next.length === 0 ? undefined : next);
  };
  return (
    <Card title={words.title()}>
      <div className={`${layout['fields']} ${layout['headed']}`}>
        <Changed pointer={pointer} of={words.title()}>
          <fieldset aria-label={words.title()} className={layout['pair']}>
            {ACCESS_FEATURES.map((feature) => (
              <Checkbox
                key={feature}
                label={words.features[feature]()}
                isOn={has.includes(feature)}
                onChange={(isOn) => toggle(feature, isOn)}
              />
            ))}
          </fieldset>
        </Changed>
      </div>
    </Card>
  );
}
