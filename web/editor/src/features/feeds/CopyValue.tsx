import { useId } from 'react';
import { Button } from '../../parts/Button.tsx';
import { useMessages } from '../../state/messages.ts';
import { useCopy } from '../../state/use-copy.ts';

/** A text to copy, within a list of names and values. */
export function CopyValue({ label, value, hint }: { readonly label: string; readonly value: string; readonly hint?: string }) {
  const { common } = useMessages();
  const copy = useCopy();
  const id = useId();
  const button = `${id}-copy`;
  return (
    <div>
      <dt id={id}>{label}</dt>
      <dd>
        <output aria-labelledby={id}>{value}</output>
        <Button id={button} aria-labelledby={`${button} ${id}`} size="small" icon="copy" onPress={() => copy(value)}>
          {common.copy()}
        </Button>
        {hint !== undefined && <small>{hint}</small>}
      </dd>
    </div>
  );
}
