import { allPurposes, askingOf } from '@marquee/rules/embedded-consent.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { useLater } from '../../state/later.ts';
import type { EmbeddedTool } from '../../state/outside/consent/embedded.ts';
import css from './ConsentNotice.module.css';
import { keepRoom } from './keep-room.ts';
import { useBar } from './use-bar.ts';
import { answersOf, whatOf } from './words.ts';

const TITLE = 'consent-title';

/** Asks for consent beside the page, which can be used all the while. No and yes look the same and take one press each. */
export function ConsentNotice({ tool, privacyHref }: { tool: EmbeddedTool; privacyHref: string }) {
  const { consent } = useLater();
  const { asked, choose, showChoices } = tool;
  const isBar = useBar();
  const what = whatOf(asked.offered);
  const { no, yes } = answersOf(consent, asked.regulation);
  const before = askingOf(asked.regulation) === 'before';
  return (
    <section className={cx(css.notice, isBar && css.bar, 'noPrint')} aria-labelledby={TITLE} ref={keepRoom}>
      <h2 id={TITLE}>{consent.title()}</h2>
      <p>
        {before ? consent.text({ what }) : consent.optOutText({ what })} <span className={css.more}>{before ? consent.textMore() : consent.optOutMore()}</span>
      </p>
      <div className={css.acts}>
        <button className={buttonClass({ kind: 'line' })} type="button" onClick={() => choose(allPurposes(false))}>
          {no}
        </button>
        <button className={buttonClass({ kind: 'line' })} type="button" onClick={() => choose(allPurposes(true))}>
          {yes}
        </button>
      </div>
      <div className={css.foot}>
        <button type="button" aria-haspopup="dialog" onClick={showChoices}>
          <span className="link">{consent.choose()}</span>
        </button>
        {privacyHref === '' ? null : (
          <a href={privacyHref}>
            <span className="link">{consent.policy()}</span>
          </a>
        )}
      </div>
    </section>
  );
}
