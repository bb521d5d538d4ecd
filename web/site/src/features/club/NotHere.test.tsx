import { expect, it } from 'vitest';
import { tags, words } from '../../samples/markup.tsx';
import { memberMarkup } from '../../samples/member.tsx';
import { Empty, Failed } from './NotHere.tsx';

it('ERR-01 what could not be fetched says why, and can be asked for again', () => {
  const markup = memberMarkup(<Failed text="We could not reach the box office. Try again." retry={() => undefined} />);
  expect(words(markup)).toBe('We could not reach the box office. Try again. Try again');
  expect(markup).toContain('role="alert"');
  expect(tags(markup, 'button')).toHaveLength(1);
});

it('what there is none of leads to the nearest thing that exists', () => {
  expect(words(memberMarkup(<Empty text="No rewards yet."><a href="/">See what is playing</a></Empty>))).toBe('No rewards yet. See what is playing');
});
