import { cx } from '@marquee/ui/cx.ts';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { ICONS } from '@marquee/ui/Icon/icons.ts';
import { MORE_ICONS } from '@marquee/ui/Icon/more-icons.ts';
import { useTemporaryFlag } from '@marquee/ui/use-temporary-flag.ts';
import { usePage } from '../../../state/page.ts';
import { share, shareMethodsOf, urlToShare } from './share.ts';

/** Opens the system's share sheet; without one, copies the address and confirms it. */
export function ShareButton({ title, className }: { title: string; className: string }) {
  const { messages, head } = usePage();
  const [copied, setCopied] = useTemporaryFlag();
  const onClick = async () => {
    const url = urlToShare(head.canonical, location.href);
    setCopied((await share({ title, url }, shareMethodsOf(navigator))) === 'copied');
  };
  return (
    <>
      <button className={cx(className, 'needsScript')} type="button" onClick={() => void onClick()}>
        <Glyph path={copied ? ICONS.check : MORE_ICONS.share} />
        {copied ? messages.film.copied() : messages.film.share()}
      </button>
      <output className="sr">{copied ? messages.film.linkCopied() : ''}</output>
    </>
  );
}
