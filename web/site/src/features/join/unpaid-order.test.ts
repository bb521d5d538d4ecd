import { expect, it } from 'vitest';
import { type UnpaidOrder, otherOrderPath, readOrder } from './unpaid-order.ts';

const ORDER: UnpaidOrder = {
  orderId: 'o1',
  name: 'Gold',
  person: { email: 'a@b.example', phoneNumber: '', firstname: 'Ann', lastname: 'Lee' },
  free: { item: { code: 'M1', memberLevelId: 1 }, name: 'Club', clubId: '7' },
  path: '/fr/login/join/',
};

it('ACT-12 a stored order is read back unchanged', () => {
  expect(readOrder(JSON.stringify(ORDER))).toEqual(ORDER);
  expect(readOrder(JSON.stringify({ ...ORDER, free: undefined }))).toEqual({ ...ORDER, free: undefined });
});

it.each([null, '', '{', '3', 'null', '{"orderId":""}', '{"orderId":{}}'])('there is no order in %j', (stored) => {
  expect(readOrder(stored)).toBeUndefined();
});

it('missing fields are empty', () => {
  expect(readOrder('{"orderId":"o1","free":{"item":{}}}')).toEqual({
    orderId: 'o1',
    name: '',
    person: { email: '', phoneNumber: '', firstname: '', lastname: '' },
    free: undefined,
    path: '',
  });
});

it('ACT-12 the return page continues to the page of the order, on this site only', () => {
  expect(otherOrderPath(ORDER, '/login/join/')).toBe('/fr/login/join/');
  expect(otherOrderPath(ORDER, '/fr/login/join/')).toBeUndefined();
  for (const path of ['', '//evil.example/', '/\\evil.example/', 'https://evil.example/'])
    expect(otherOrderPath({ ...ORDER, path }, '/login/join/')).toBeUndefined();
  expect(otherOrderPath(undefined, '/login/join/')).toBeUndefined();
});
