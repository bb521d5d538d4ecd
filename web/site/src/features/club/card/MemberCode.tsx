import type { cardKind } from '@marquee/rules/loyalty/club/enum-settings.ts';
import { cardGroups } from '@marquee/rules/loyalty/account/card-code.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { QR_ICON } from '@marquee/ui/Icon/member-icons.ts';
import { useState } from 'react';
import { useLaterMessages } from '../../../state/later.ts';
import { CodeDialog } from './CodeDialog.tsx';
import { CodePlate } from '../../../parts/code/CodePlate.tsx';
import css from './MemberCode.module.css';

/** The code of a card, which opens enlarged. A DEMATERIALIZED card shows the code, a PHYSICAL one only a button. */
export function MemberCode({ number, format, kind }: { number: string; format: string; kind: ReturnType<typeof cardKind> }) {
  const { club } = useLaterMessages();
  const [isOpen, setOpen] = useState(false);
  const name = club.code({ number: cardGroups(number) });
  return (
    <>
      {kind === 'PHYSICAL' ? (
        <button
          className={`${buttonClass({ kind: 'line', size: 's' })} ${css.physical}`}
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Glyph path={QR_ICON} />
          {club.showCode()}
        </button>
      ) : (
        <button className={css.code} type="button" aria-label={name} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <CodePlate value={number} format={format} />
        </button>
      )}
      {isOpen ? (
        <CodeDialog
          title={club.codeTitle()}
          name={name}
          value={number}
          shown={cardGroups(number)}
          format={format}
          onClose={() => setOpen(false)}
        >
          {club.codeHint()}
        </CodeDialog>
      ) : null}
    </>
  );
}
