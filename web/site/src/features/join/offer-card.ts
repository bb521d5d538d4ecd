import { type Offer, isFree } from '@marquee/rules/loyalty/club/offers.ts';
import type { RadioCard } from '@marquee/ui/RadioCards/RadioCards.tsx';
import type { LaterMessages } from '../../messages/messages.ts';
import { priceText, unitText } from '../../state/price.ts';

type Texts = LaterMessages['join'];

/** The period of a price; undefined for an unlimited membership. */
function periodText(months: number, texts: Texts): string | undefined {
  if (months <= 0) return undefined;
  if (months === 1) return texts.aMonth();
  return months === 12 ? texts.aYear() : texts.forMonths({ months });
}

/** A membership as a radio card. */
export const offerCard = (offer: Offer, texts: Texts, locale: string): RadioCard => ({
  value: offer.item.code,
  title: offer.name,
  price: isFree(offer) ? texts.free() : priceText(offer.price, locale),
  per: isFree(offer) ? undefined : periodText(offer.months, texts),
  points: [...earnsText(offer, texts, locale), ...offer.benefits],
});

/** `12 points for every $1`. */
function earnsText({ pointsPerUnit, price }: Offer, texts: Texts, locale: string): readonly string[] {
  if (pointsPerUnit <= 0 || price.currency === '') return [];
  return [texts.earns({ count: pointsPerUnit, unit: unitText(price.currency, locale) })];
}

/** The label of the submit button, which names the price. */
export function joinLabel(offer: Offer | undefined, texts: Texts, locale: string): string {
  if (offer === undefined) return texts.join();
  if (isFree(offer)) return texts.joinFree();
  const period = periodText(offer.months, texts);
  const price = priceText(offer.price, locale);
  return texts.joinFor({ price: period === undefined ? price : `${price} ${period}` });
}
