import { Button } from '@marquee/ui/Button/Button.tsx';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useState, type ReactNode } from 'react';

/** Where a button leads, once that was asked for. */
export type Way =
  | { readonly kind: 'found'; readonly url: string }
  | { readonly kind: 'failed'; readonly text: string }
  /** There is no such way here: the button goes, and the text stays in its place. */
  | { readonly kind: 'absent'; readonly text: string };

type State = { readonly kind: 'idle' } | { readonly kind: 'busy' } | Exclude<Way, { readonly kind: 'found' }>;

/** A button that finds out where it leads, and goes there. */
export function LeadOn({ icon, busyLabel, find, children }: { icon: string; busyLabel: string; find: () => Promise<Way>; children: ReactNode }) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const go = async (): Promise<void> => {
    setState({ kind: 'busy' });
    const way = await find();
    // Whoever comes back finds the button as it was.
    setState(way.kind === 'found' ? { kind: 'idle' } : way);
    if (way.kind === 'found') location.assign(way.url);
  };
  if (state.kind === 'absent')
    return (
      <Message kind="note" focus>
        {state.text}
      </Message>
    );
  return (
    <>
      <Button kind="line" size="s" icon={<Glyph path={icon} />} busy={state.kind === 'busy'} busyLabel={busyLabel} onClick={() => void go()}>
        {children}
      </Button>
      {state.kind === 'failed' ? <Message kind="error">{state.text}</Message> : null}
    </>
  );
}
