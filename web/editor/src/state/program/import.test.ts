import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/client.ts';
import { heldShare, outdatedPart } from './import.ts';

describe('an import', () => {
  it('needs a second look if it removes more than 40 % of the shows', () => {
    expect(heldShare({ added: 9, changed: 1, removed: 4, unchanged: 5 })).toBeUndefined();
    expect(heldShare({ added: 0, changed: 0, removed: 41, unchanged: 59 })).toBe(0.41);
    expect(heldShare({ added: 3, changed: 0, removed: 0, unchanged: 0 })).toBeUndefined();
  });

  it('tells what differs from its dry run', () => {
    expect(outdatedPart(new ApiError(409, { code: 'changedSource' }))).toBe('source');
    expect(outdatedPart(new ApiError(409, { code: 'changedProgram' }))).toBe('program');
    expect(outdatedPart(new ApiError(409, { code: 'outdated' }))).toBeUndefined();
    expect(outdatedPart(new Error('offline'))).toBeUndefined();
  });
});
