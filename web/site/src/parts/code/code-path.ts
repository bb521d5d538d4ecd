// Draws codes as an SVG path, which needs neither a canvas nor a style attribute.

import type { codeFormat } from '@marquee/rules/loyalty/club/enum-settings.ts';
import { code128 } from '@marquee/rules/loyalty/club/code-128.ts';
import { encode } from 'uqr';

export interface CodePath {
  readonly kind: 'square' | 'bars';
  readonly width: number;
  readonly height: number;
  readonly path: string;
}

/** Quiet zone left and right of a bar code, in modules (ISO/IEC 15417). */
const QUIET_ZONE = 10;
/** Quiet zone around a QR code, in modules (ISO/IEC 18004). */
const QR_QUIET_ZONE = 4;
const BAR_HEIGHT = 44;

/** The path of a code. A value that CODE_128 cannot encode becomes a QR code. */
export function codePath(value: string, format: ReturnType<typeof codeFormat>): CodePath {
  const widths = format === 'CODE_128' ? code128(value) : undefined;
  return widths === undefined ? square(value) : bars(widths);
}

function square(value: string): CodePath {
  const { data, size } = encode(value, { ecc: 'M', border: QR_QUIET_ZONE });
  const rows = data.map((row, y) =>
    runs(row)
      .map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)
      .join(''),
  );
  return { kind: 'square', width: size, height: size, path: rows.join('') };
}

/** The runs of dark modules in a row. */
function runs(row: readonly boolean[]): [start: number, length: number][] {
  const ranges: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = ranges.at(-1);
    if (!dark) return;
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else ranges.push([x, 1]);
  });
  return ranges;
}

function bars(widths: readonly number[]): CodePath {
  let x = QUIET_ZONE;
  let path = '';
  widths.forEach((width, index) => {
    if (index % 2 === 0) path += `M${x} 0h${width}v${BAR_HEIGHT}h-${width}z`;
    x += width;
  });
  return { kind: 'bars', width: x + QUIET_ZONE, height: BAR_HEIGHT, path };
}
