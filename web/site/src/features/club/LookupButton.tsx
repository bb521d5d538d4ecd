import { Button } from '@marquee/ui/Button/Button.tsx';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useState, type ReactNode } from 'react';

/** The outcome of looking up a button's destination. */
export type Destination =
  | { readonly kind: 'found'; readonly url: string }
  | { readonly kind: 'failed'; readonly text: string }
  /** The site has no such service: the text replaces the button. */
  | { readonly kind: 'absent'; readonly text: string };

type State = { readonly kind: 'idle' } | { readonly kind: 'busy' } | Exclude<Destination, { readonly kind: 'found' }>;

/** A button that looks up its destination when pressed, and navigates there. */
export function LookupButton({
  icon,
  busyLabel,
  lookUp,
  children,
}: {
  icon: string;
  busyLabel: string;
  lookUp: () => Promise<Destination>;
  children: ReactNode;
}) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const go = async (): Promise<void> => {
    setState({ kind: 'busy' });
    const destination = await lookUp();
    // Reset before navigating: the page may be restored when the visitor comes back.
    setState(destination.kind === 'found' ? { kind: 'idle' } : destination);
    if (destination.kind === 'found') location.assign(destination.url);
  };
  if (state.kind === 'absent')
    return (
      <Message kind="note" focus>
        {state.text}
      </Message>
    );
  return (
    <>
      <Button
        kind="line"
        size="s"
        icon={<Glyph path={icon} />}
        busy={state.kind === 'busy'}
        busyLabel={busyLabel}
        onClick={() => void go()}
      >
        {children}
      </Button>
      {state.kind === 'failed' ? <Message kind="error">{state.text}</Message> : null}
    </>
  );
}
