import type { MemberArea } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { tags, visibleText } from '@marquee/testkit/pages/markup.tsx';
import { AREA, memberMarkup } from '@marquee/testkit/pages/member.tsx';
import { MemberSummary } from './MemberSummary.tsx';

const POINTS = { balanceType: 'POINTS', name: 'Points', amount: 12_840 };
const CREDIT = { balanceType: 'CREDIT', name: 'Credit', amount: 3 };
const EVENING = new Date(2026, 10, 22, 19);

const summary = (member: Readonly<Record<string, unknown>>, area: Partial<MemberArea> = {}, now: Date = EVENING): string =>
  memberMarkup(<MemberSummary member={member} area={{ ...AREA, ...area }} now={now} />);

describe('the summary of a member', () => {
  it.each([
    [8, 'Good morning, June'],
    [13, 'Good afternoon, June'],
    [19, 'Good evening, June'],
  ])('greets by the hour: at %d "%s"', (hour, greeting) => {
    const markup = summary({ firstName: ' June ' }, {}, new Date(2026, 10, 22, hour));
    expect(visibleText(markup)).toBe(greeting);
    expect(tags(markup, 'h1')).toHaveLength(1);
  });

  it('greets a member without a first name', () => {
    expect(visibleText(summary({}))).toBe('Good evening');
  });

  it('LOYC-05, LOYC-18 shows the balances of the types that the site lists, the first one large', () => {
    const member = { firstName: 'June', balances: [CREDIT, POINTS, { balanceType: 'SECRET', name: 'Secret', amount: 9 }] };
    expect(visibleText(summary(member))).toBe('Good evening, June 12,840 points');
    const both = summary(member, { balanceTypes: ['POINTS', 'CREDIT'] });
    expect(visibleText(both)).toBe('Good evening, June 12,840 points 3 Credit');
    expect(tags(both, 'li')).toHaveLength(1);
    expect(visibleText(summary({ balances: [{ ...POINTS, amount: 1 }] }))).toContain('1 point');
  });

  it.each([
    ['2027-01-02T00:00:00Z', 'Your membership ends on January 2, 2027.'],
    ['2026-11-01T00:00:00Z', 'Your membership ended on November 1, 2026.'],
    ['2027-06-01T00:00:00Z', ''],
    ['0001-01-01T00:00:00Z', ''],
  ])('SESS-09 a membership until %s: "%s"', (memberExpiry, note) => {
    expect(visibleText(summary({ memberExpiry }))).toBe(`Good evening ${note}`.trim());
  });
});
