import { allPurposes, consentModel, undecidedPurposes } from '@marquee/rules/embedded-consent.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { useLaterMessages } from '../../state/later.ts';
import type { EmbeddedTool } from '../../state/outside/consent/embedded.ts';
import css from './ConsentNotice.module.css';
import { reserveSpace } from './reserve-space.ts';
import { useIsBar } from './use-is-bar.ts';
import { buttonLabels, noticeCase } from './consent-texts.ts';

const TITLE_ID = 'consent-title';

/**
 * Non-modal notice that asks for consent. Declining and accepting look the same and take one press each. It names, and accepting
 * grants, only what the visitor has not decided; declining refuses everything.
 */
export function ConsentNotice({ tool, privacyHref }: { tool: EmbeddedTool; privacyHref: string }) {
  const { consent } = useLaterMessages();
  const { request, state, choose, grantUndecided, showChoices } = tool;
  const isBar = useIsBar();
  const what = noticeCase(undecidedPurposes(request, state.get().choice));
  const { no, yes } = buttonLabels(consent, request.regulation);
  const requiresPriorConsent = consentModel(request.regulation) === 'opt-in';
  return (
    <section className={cx(css.notice, isBar && css.bar, 'noPrint')} aria-labelledby={TITLE_ID} ref={reserveSpace}>
      <h2 id={TITLE_ID}>{consent.title()}</h2>
      <p>
        {requiresPriorConsent ? consent.text({ what }) : consent.optOutText({ what })}{' '}
        <span className={css.more}>{requiresPriorConsent ? consent.textMore() : consent.optOutMore()}</span>
      </p>
      <div className={css.actions}>
        <button className={buttonClass({ kind: 'line' })} type="button" onClick={() => choose(allPurposes(false))}>
          {no}
        </button>
        <button className={buttonClass({ kind: 'line' })} type="button" onClick={grantUndecided}>
          {yes}
        </button>
      </div>
      <div className={css.links}>
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
