import type { MemberArea } from '@marquee/api/schema.gen.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { visibleText } from '@marquee/testkit/pages/markup.tsx';
import { AREA, memberMarkup } from '@marquee/testkit/pages/member.tsx';
import { MemberCard } from './MemberCard.tsx';

const JUNE = { firstName: 'June', lastName: 'Okafor', memberLevelName: 'Gold member', memberCardNumber: '4471082953' };
const card = (member: Readonly<Record<string, unknown>> = JUNE, area: Partial<MemberArea> = {}): string =>
  memberMarkup(<MemberCard member={member} area={{ ...AREA, ...area }} />);

describe('a member’s card', () => {
  afterEach(() => vi.restoreAllMocks());

  it('shows the member’s name, level and card number in groups', () => {
    const text = visibleText(card());
    for (const part of ['June Okafor', 'Gold member', '4471 0829 53']) expect(text).toContain(part);
  });

  it.each([
    ['TIERED', true],
    ['NON_TIERED', false],
  ])('LOYC-03 in a program of type %s the level is shown: %s', (type, isShown) => {
    expect(visibleText(card(JUNE, { type })).includes('Gold member')).toBe(isShown);
  });

  it('LOYC-06 has a labeled code that opens enlarged', () => {
    const markup = card();
    expect(markup).toMatch(/<button class="[^"]+" type="button" aria-label="Member code 4471 0829 53" aria-haspopup="dialog">/);
    expect(markup).toContain('viewBox="0 0 29 29"');
  });

  it('LOYC-18 CODE_128 is drawn as bars', () => {
    expect(card(JUNE, { scannableCodeFormat: 'CODE_128' })).toMatch(/viewBox="0 0 \d{3} 44" preserveAspectRatio="none"/);
  });

  it('LOYC-18 draws an unknown format as a QR code, with one warning', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const area = { scannableCodeFormat: 'MAXICODE' };
    expect([card(JUNE, area), card(JUNE, area)].every((markup) => markup.includes('viewBox="0 0 29 29"'))).toBe(true);
    expect(warn.mock.calls).toEqual([['scannableCodeFormat "MAXICODE" is not known, it acts like "QR_CODE"']]);
  });

  it('LOYC-10, LOYC-18 PHYSICAL hides the code behind a button', () => {
    const markup = card(JUNE, { cardType: 'PHYSICAL' });
    expect(markup).toMatch(/<button [^>]*type="button" aria-haspopup="dialog"><svg.*<\/svg>Show code<\/button>/s);
    expect(markup).not.toContain('viewBox="0 0 29 29"');
  });

  it('has no code for a member without a card, and renders with all details missing', () => {
    const markup = card({});
    expect(visibleText(markup)).toContain('You have no card yet.');
    expect(markup).not.toContain('<button');
  });

  it('has no style attribute', () => {
    expect(card()).not.toMatch(/\sstyle=/);
  });
});
