// The SVG paths of the picture on a member card, in a view box of 400 by 252.

const round = (value: number): number => Math.round(value * 10) / 10;

/** The meridians of a globe, and the area between two of them. */
function meridians(x: number, y: number, radius: number, height: number): { readonly lines: string; readonly crescent: string } {
  // One every 18 degrees, from the edge inward.
  const radii = [0, 1, 2, 3, 4].map((step) => round(radius * Math.cos((step * Math.PI) / 10)));
  const arc = (rx: number, sweep: 0 | 1): string => `M${x} ${y - height}A${rx} ${height} 0 0 ${sweep} ${x} ${y + height}`;
  const [, , , outer = 0, inner = 0] = radii;
  return {
    lines: radii.map((rx) => arc(rx, 0) + arc(rx, 1)).join(''),
    crescent: `${arc(outer, 1)}A${inner} ${height} 0 0 0 ${x} ${y - height}z`,
  };
}

/** A flower of `count` petals, between the radii `inner` and `outer`. Odd and even petals are separate paths, for different tints. */
function petals(
  x: number,
  y: number,
  count: number,
  inner: number,
  outer: number,
): { readonly odd: string; readonly even: string } {
  const petal = (index: number): string => {
    const angle = (index * 2 * Math.PI) / count;
    const point = (side: number, radius: number): string =>
      `${round(x + radius * Math.sin(angle) + side * Math.cos(angle))} ${round(y - radius * Math.cos(angle) + side * Math.sin(angle))}`;
    const [shoulder, width] = [inner + (outer - inner) * 0.2, (outer - inner) * 0.36];
    return `M${point(0, inner)}C${point(width, shoulder)} ${point(width * 1.1, outer)} ${point(0, outer)}C${point(-width * 1.1, outer)} ${point(-width, shoulder)} ${point(0, inner)}z`;
  };
  const all = Array.from({ length: count }, (_, index) => index);
  return {
    odd: all
      .filter((index) => index % 2 === 1)
      .map(petal)
      .join(''),
    even: all
      .filter((index) => index % 2 === 0)
      .map(petal)
      .join(''),
  };
}

export const MERIDIANS = meridians(326, 36, 134, 150);

const FLOWER = { x: 318, y: 30, core: 24 };
export const PETALS = { ...FLOWER, ...petals(FLOWER.x, FLOWER.y, 9, 34, 172) };
