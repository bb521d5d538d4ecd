import { describe, expect, it } from 'vitest';
import { LATER_CATALOGS } from '../../messages/all.ts';
import { refusedCallText } from './refused-call-text.ts';

const { calls, password } = LATER_CATALOGS.en;
const textOf = (peachCode: number, original: boolean = false, clientErrorMessage: string = 'Too weak.'): string =>
  refusedCallText({ peachCode, clientErrorMessage }, { texts: calls, provider: 'NONE', original }, 'It failed.', password);

describe('the text of a refused call', () => {
  it('ERR-17 VALID-06 names what else may be wrong with a password that meets the rules on the page', () => {
    const hint = 'It’s too common, or contains your name or ours. Choose another one.';
    expect(textOf(84)).toBe(`Password should meet complexity rules (Code:\u00a084). ${hint}`);
    expect(textOf(84, true)).toBe(`Too weak. ${hint}`);
    expect(textOf(84, true, 'Too weak')).toBe(`Too weak. ${hint}`);
    expect(textOf(84, true, 'Rule no. 3 is not met')).toBe(`Rule no. 3 is not met. ${hint}`);
  });

  it('ERR-03 of any other code is the text with the code', () => {
    expect(textOf(30)).toBe('Member not found (Code:\u00a030)');
    expect(textOf(999)).toBe('It failed. (Code:\u00a0999)');
  });
});
