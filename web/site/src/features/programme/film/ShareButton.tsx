import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { useState } from 'react';
import { usePage } from '../../../state/page.tsx';

/** Opens the system's sheet; without one, copies the address and says so. */
export function ShareButton({ title, className }: { title: string; className: string }) {
  const { m, head } = usePage();
  const [copied, setCopied] = useState(false);
  const share = async () => {
    const url = head.canonical === '' ? location.href : head.canonical;
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        setCopied(true);
      }
    } catch {
      // The visitor closed the sheet, or the browser forbids both: nothing to say.
    }
  };
  return (
    <>
      <button className={cx(className, 'needsScript')} type="button" onClick={() => void share()}>
        <Icon name={copied ? 'check' : 'share'} />
        {copied ? m.film.linkCopied() : m.film.share()}
      </button>
      <output className="sr">
        {copied ? m.film.linkCopied() : ''}
      </output>
    </>
  );
}
