import type { Offer } from '@marquee/rules/loyalty/club/offers.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { RadioCards } from '@marquee/ui/RadioCards/RadioCards.tsx';
import { useLaterMessages } from '../../state/later.ts';
import type { QueryState } from '../../state/member/queries.ts';
import { usePage } from '../../state/page.ts';
import css from './Join.module.css';
import { offerCard } from './offer-card.ts';

/** The memberships to choose from. Renders nothing if the site has none. */
export function Memberships({
  offers,
  value,
  onChange,
}: {
  offers: QueryState<readonly Offer[]>;
  value: string;
  onChange: (code: string) => void;
}) {
  const { join } = useLaterMessages();
  const { messages, context } = usePage();
  const heading = <h2 className={css.section}>{join.membership()}</h2>;
  switch (offers.kind) {
    case 'loading':
      return (
        <div className="needsScript">
          {heading}
          <p className="sr">{join.loadingMemberships()}</p>
          <div className={css.skeleton} aria-hidden="true">
            <span />
            <span />
          </div>
        </div>
      );
    case 'failed':
      return (
        <div>
          {heading}
          <Message kind="error">
            <p>{offers.text}</p>
            <Button kind="line" size="s" onClick={offers.retry}>
              {messages.common.tryAgain()}
            </Button>
          </Message>
        </div>
      );
    case 'ready':
      return offers.data.length === 0 ? null : (
        <RadioCards
          legend={heading}
          name="membership"
          value={value}
          onChange={onChange}
          options={offers.data.map((offer) => offerCard(offer, join, context.intl.locale.long))}
          required
        />
      );
  }
}
