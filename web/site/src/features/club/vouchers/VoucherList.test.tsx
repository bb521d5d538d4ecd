import { expect, it } from 'vitest';
import { attribute, tags, visibleText } from '@marquee/testkit/pages/markup.tsx';
import { memberMarkup } from '@marquee/testkit/pages/member.tsx';
import { voucherShopHref } from './shop.ts';
import { VoucherList } from './VoucherList.tsx';

const SEAT = { code: 'EV', name: 'One seat', description: 'Within a year.', price: { amount: 1350, currency: 'USD' } };

it('CALL-27 vouchers are sold on the ticketing site, at their price', () => {
  const markup = memberMarkup(
    <VoucherList
      vouchers={[SEAT, { ...SEAT, code: 'X', description: '', price: undefined }]}
      shop={voucherShopHref('https://tickets.example/')}
      heading="h3"
    />,
  );
  expect(visibleText(markup)).toBe('One seat Within a year. Buy $13.50 price One seat Buy');
  const [link = ''] = tags(markup, 'a');
  expect([attribute(link, 'href'), attribute(link, 'aria-label')]).toEqual(['https://tickets.example/vouchers', 'Buy: One seat']);
});

it('CALL-27 without a ticketing site vouchers have no link to buy them', () => {
  expect(memberMarkup(<VoucherList vouchers={[SEAT]} shop={voucherShopHref('')} heading="h2" />)).not.toContain('<a');
});
