import type { Card } from '@marquee/rules/loyalty/club/cards.ts';
import { cardGroups } from '@marquee/rules/loyalty/account/card-code.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { CARD_ICON } from '@marquee/ui/Icon/member-icons.ts';
import type { LaterMessages } from '../../../messages/messages.ts';
import { useLaterMessages } from '../../../state/later.ts';
import { type Formats, useFormats } from '../../../state/member/formats.ts';
import css from '../List.module.css';

/** A card with its actions; only active cards have any. The main card is marked unless it is the only one. */
export function CardRow({
  card,
  isOnlyCard,
  onLost,
  onDelete,
}: {
  card: Card;
  isOnlyCard: boolean;
  onLost: (card: Card) => void;
  onDelete?: ((card: Card) => void) | undefined;
}) {
  const laterMessages = useLaterMessages();
  const { mine } = laterMessages;
  const formats = useFormats();
  const code = cardGroups(card.code);
  const isActive = card.state === 'active';
  return (
    <li>
      <Glyph path={CARD_ICON} />
      <span className={css.text}>
        <b className="num">{code}</b>
        {factsOf(laterMessages, formats, card, isOnlyCard).map((fact) => (
          <small key={fact}>{fact}</small>
        ))}
      </span>
      {isActive ? (
        <div className={cx(css.actions, onDelete === undefined ? css.one : css.several)}>
          <Button kind="ghost" size="s" aria-label={mine.reportLostOf({ code })} onClick={() => onLost(card)}>
            {mine.reportLost()}
          </Button>
          {onDelete === undefined ? null : (
            <Button kind="ghost" size="s" aria-label={mine.deleteCardOf({ code })} onClick={() => onDelete(card)}>
              {mine.deleteCard()}
            </Button>
          )}
        </div>
      ) : null}
    </li>
  );
}

function factsOf(
  { mine, common }: LaterMessages,
  formats: Formats,
  { state, isPrimary, issuedAt, expiresAt }: Card,
  isOnlyCard: boolean,
): string[] {
  switch (state) {
    case 'lost':
      return [mine.cardLost()];
    case 'expired':
      return [mine.cardExpired()];
    case 'other':
      return [mine.cardOther()];
    case 'active':
      return [
        issuedAt === undefined ? '' : mine.inUseSince({ date: formats.month(issuedAt) }),
        expiresAt === undefined ? '' : common.validUntil({ date: formats.dateOfDay(expiresAt) }),
        isPrimary && !isOnlyCard ? mine.mainCard() : '',
      ].filter((fact) => fact !== '');
  }
}
