import { Dialog } from '@marquee/ui/Dialog/Dialog.tsx';
import type { ReactNode } from 'react';
import { usePage } from '../../../state/page.ts';
import css from './CodeDialog.module.css';
import { CodePlate } from '../../../parts/code/CodePlate.tsx';

/** A code as large as the screen has room, on white. */
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
  /** What the code is called by who cannot see it. */
  name: string;
  value: string;
  /** The value as it is read out. */
  shown: string;
  format: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { m } = usePage();
  return (
    <Dialog title={title} closeLabel={m.common.close()} look="list" onClose={onClose}>
      <div className={css.large}>
        <CodeFigure name={name} value={value} shown={shown} format={format} />
        <p className="quiet small">{children}</p>
      </div>
    </Dialog>
  );
}

/** A large code with what it says under it. */
export function CodeFigure({ name, value, shown, format }: { name: string; value: string; shown: string; format: string }) {
  return (
    <figure className={css.figure} aria-label={name}>
      <CodePlate value={value} format={format} large />
      <figcaption className={css.value}>{shown}</figcaption>
    </figure>
  );
}
