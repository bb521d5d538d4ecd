import { describe, expect, it } from 'vitest';
import { type SetUpResult, nextSteps, resultOf } from './created.ts';

const RESULT: SetUpResult = {
  site: 'harbor',
  way: 'import',
  seconds: 228,
  isIncomplete: true,
  withoutPicture: 2,
  website: 'harbor.example',
};

describe('what the set-up has done', () => {
  it('is read from the tab for its own site only', () => {
    expect(resultOf(JSON.parse(JSON.stringify(RESULT)), 'harbor')).toEqual(RESULT);
    for (const feed of [{ shows: 163 }, { reason: 'The address does not respond.' }])
      expect(resultOf({ ...RESULT, feed }, 'harbor')?.feed).toEqual(feed);
    expect(resultOf(RESULT, 'other')).toBeUndefined();
    expect(resultOf(null, 'harbor')).toBeUndefined();
    expect(resultOf({ site: 'harbor', way: 'magic', seconds: -1 }, 'harbor')).toEqual({
      site: 'harbor',
      way: 'type',
      seconds: 0,
      isIncomplete: false,
      withoutPicture: 0,
      website: '',
    });
  });

  it('ux 5.1 names four next steps, and none that is done or not needed', () => {
    expect(nextSteps(RESULT, 'https://harbor.marquee.example')).toEqual(['domain', 'pictures', 'invite', 'program']);
    expect(nextSteps({ ...RESULT, withoutPicture: 0 }, 'https://harbor.example')).toEqual([
      'invite',
      'program',
      'design',
      'settings',
    ]);
    expect(nextSteps(undefined, 'https://harbor.example')).toHaveLength(4);
  });
});
