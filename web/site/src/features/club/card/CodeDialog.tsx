import { Dialog } from '@marquee/ui/Dialog/Dialog.tsx';
import type { ReactNode } from 'react';
import { usePage } from '../../../state/page.ts';
import css from './CodeDialog.module.css';
import { CodePlate } from '../../../parts/code/CodePlate.tsx';

/** Dialog with a code on white, as large as the screen allows. */
export function CodeDialog({
  title,
  name,
  value,
  shown,
  format,
  onClose,
  children,
}: {
  title: string;
  /** Accessible name of the code. */
  name: string;
  value: string;
  /** The value in groups, to be read out. */
  shown: string;
  format: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { messages } = usePage();
  return (
    <Dialog title={title} closeLabel={messages.common.close()} look="list" onClose={onClose}>
      <div className={css.large}>
        <CodeFigure name={name} value={value} shown={shown} format={format} />
        <p className="quiet small">{children}</p>
      </div>
    </Dialog>
  );
}

/** A large code with its value below. */
export function CodeFigure({ name, value, shown, format }: { name: string; value: string; shown: string; format: string }) {
  return (
    <figure className={css.figure} aria-label={name}>
      <CodePlate value={value} format={format} large />
      <figcaption className={css.value}>{shown}</figcaption>
    </figure>
  );
}
