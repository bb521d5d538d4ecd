import { type Offer, isFree } from '@marquee/rules/loyalty/club/offers.ts';
import type { RadioCard } from '@marquee/ui/RadioCards/RadioCards.tsx';
import type { LaterMessages } from '../../messages/messages.ts';
import { priceText, unitText } from '../../state/price.ts';

type Words = LaterMessages['join'];

/** The period of a price; undefined for an unlimited membership. */
function periodText(months: number, words: Words): string | undefined {
  if (months <= 0) return undefined;
  if (months === 1) return words.aMonth();
  return months === 12 ? words.aYear() : words.forMonths({ months });
}

/** A membership as a radio card. */
export const offerCard = (offer: Offer, words: Words, locale: string): RadioCard => ({
  value: offer.item.code,
  title: offer.name,
  price: isFree(offer) ? words.free() : priceText(offer.price, locale),
  per: isFree(offer) ? undefined : periodText(offer.months, words),
  points: [...earnsText(offer, words, locale), ...offer.benefits],
});

/** `12 points for every $1`. */
function earnsText({ pointsPerUnit, price }: Offer, words: Words, locale: string): readonly string[] {
  if (pointsPerUnit <= 0 || price.currency === '') return [];
  return [words.earns({ count: pointsPerUnit, unit: unitText(price.currency, locale) })];
}

/** The label of the submit button, which names the price. */
export function joinLabel(offer: Offer | undefined, words: Words, locale: string): string {
  if (offer === undefined) return words.join();
  if (isFree(offer)) return words.joinFree();
  const period = periodText(offer.months, words);
  const price = priceText(offer.price, locale);
  return words.joinFor({ price: period === undefined ? price : `${price} ${period}` });
}
