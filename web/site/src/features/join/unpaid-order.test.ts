import { expect, it } from 'vitest';
import { type UnpaidOrder, orderedElsewhere, readOrder } from './unpaid-order.ts';

const ORDER: UnpaidOrder = {
  orderId: 'o1',
  name: 'Gold',
  person: { email: 'a@b.example', phoneNumber: '', firstname: 'Ann', lastname: 'Lee' },
  free: { item: { code: 'M1', memberLevelId: 1 }, name: 'Club', clubId: '7' },
  path: '/fr/login/join/',
};

it('ACT-12 an order that waits for its payment is read as it was kept', () => {
  expect(readOrder(JSON.stringify(ORDER))).toEqual(ORDER);
  expect(readOrder(JSON.stringify({ ...ORDER, free: undefined }))).toEqual({ ...ORDER, free: undefined });
});

it.each([null, '', '{', '3', 'null', '{"orderId":""}', '{"orderId":{}}'])('there is none in %j', (kept) => {
  expect(readOrder(kept)).toBeUndefined();
});

it('what is missing is empty', () => {
  expect(readOrder('{"orderId":"o1","free":{"item":{}}}')).toEqual({ orderId: 'o1', name: '', person: { email: '', phoneNumber: '', firstname: '', lastname: '' }, free: undefined, path: '' });
});

it('ACT-12 the way back goes on to the page where it was ordered, on this site alone', () => {
  expect(orderedElsewhere(ORDER, '/login/join/')).toBe('/fr/login/join/');
  expect(orderedElsewhere(ORDER, '/fr/login/join/')).toBeUndefined();
  for (const path of ['', '//evil.example/', '/\\evil.example/', 'https://evil.example/']) expect(orderedElsewhere({ ...ORDER, path }, '/login/join/')).toBeUndefined();
  expect(orderedElsewhere(undefined, '/login/join/')).toBeUndefined();
});
