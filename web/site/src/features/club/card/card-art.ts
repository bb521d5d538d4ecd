// The lines of the picture on a member card, in a box of 400 by 252.

const round = (value: number): number => Math.round(value * 10) / 10;

/** A globe from the side: its meridians, and the light between two of them. */
function meridians(x: number, y: number, radius: number, height: number): { readonly lines: string; readonly crescent: string } {
  // Every 18 degrees, from the rim inward.
  const radii = [0, 1, 2, 3, 4].map((step) => round(radius * Math.cos((step * Math.PI) / 10)));
  const arc = (rx: number, sweep: 0 | 1): string => `M${x} ${y - height}A${rx} ${height} 0 0 ${sweep} ${x} ${y + height}`;
  const [, , , outer = 0, inner = 0] = radii;
  return {
    lines: radii.map((rx) => arc(rx, 0) + arc(rx, 1)).join(''),
    crescent: `${arc(outer, 1)}A${inner} ${height} 0 0 0 ${x} ${y - height}z`,
  };
}

/** A flower of so many petals, every other of them in another tint. */
function petals(x: number, y: number, count: number, from: number, to: number): { readonly odd: string; readonly even: string } {
  const petal = (index: number): string => {
    const turn = (index * 2 * Math.PI) / count;
    const at = (side: number, out: number): string => `${round(x + out * Math.sin(turn) + side * Math.cos(turn))} ${round(y - out * Math.cos(turn) + side * Math.sin(turn))}`;
    const [near, far, wide] = [from + (to - from) * 0.2, from + (to - from) * 0.86, (to - from) * 0.3];
    return `M${at(0, from)}C${at(wide, near)} ${at(wide * 1.2, far)} ${at(0, to)}C${at(-wide * 1.2, far)} ${at(-wide, near)} ${at(0, from)}z`;
  };
  const all = Array.from({ length: count }, (_, index) => index);
  return { odd: all.filter((index) => index % 2 === 1).map(petal).join(''), even: all.filter((index) => index % 2 === 0).map(petal).join('') };
}

export const MERIDIANS = meridians(316, 36, 146, 150);

const FLOWER = { x: 318, y: 30, core: 24 };
export const PETALS = { ...FLOWER, ...petals(FLOWER.x, FLOWER.y, 9, 34, 172) };
