import { expect, it } from 'vitest';
import { followDrag } from './follow-drag.ts';

/** A pressed pointer at 10, 10, and what the listener heard of it. */
function pressed() {
  const target = new EventTarget();
  const heard: string[] = [];
  followDrag(
    { clientX: 10, clientY: 10 },
    { onMove: ({ clientX }) => heard.push(`at ${clientX}`), onEnd: (end) => heard.push(end) },
    target,
  );
  const send = (type: string, values: object = {}): Event => {
    const event = Object.assign(new Event(type, { cancelable: true }), values);
    target.dispatchEvent(event);
    return event;
  };
  return { heard, send };
}

it('a pointer that hardly moves has clicked', () => {
  const { heard, send } = pressed();
  send('pointermove', { clientX: 12, clientY: 12 });
  send('pointerup');
  send('pointermove', { clientX: 90, clientY: 10 });
  expect(heard).toEqual(['clicked']);
});

it('a drag is followed until it is dropped, also back to where it began', () => {
  const { heard, send } = pressed();
  send('pointermove', { clientX: 10, clientY: 14 });
  send('pointermove', { clientX: 11, clientY: 10 });
  send('pointerup');
  send('pointerup');
  expect(heard).toEqual(['at 10', 'at 11', 'dropped']);
});

it('Escape and the browser cancel it', () => {
  const { heard, send } = pressed();
  send('pointermove', { clientX: 30, clientY: 10 });
  expect(send('keydown', { key: 'a' }).defaultPrevented).toBe(false);
  expect(send('keydown', { key: 'Escape' }).defaultPrevented).toBe(true);
  expect(send('keydown', { key: 'Escape' }).defaultPrevented).toBe(false);
  expect(heard).toEqual(['at 30', 'canceled']);
  const other = pressed();
  other.send('pointercancel');
  expect(other.heard).toEqual(['canceled']);
});
