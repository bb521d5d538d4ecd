// The bar code CODE_128 of a card (LOYC-06, LOYC-18) according to ISO/IEC 15417, with code sets B, for single characters, and C, for
// pairs of digits. Not from a library: those with it are ten times as large because of other codes.

/** The widths of the bars and gaps of each symbol, by its value; the last one is the stop. */
const SYMBOLS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 ' +
  '223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 ' +
  '112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 ' +
  '311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 ' +
  '122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 ' +
  '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ');

const [TO_C, TO_B, START_B, START_C, STOP] = [99, 100, 104, 105, 106] as const;
/** Minimum number of digits to switch to set C: at an end of the text, and inside. */
const [AT_END, INSIDE] = [4, 6] as const;

/** The symbol values of a text, without check and stop; undefined if it has characters that set B cannot encode. */
function symbols(text: string): number[] | undefined {
  if (!/^[ -~]+$/.test(text)) return undefined;
  const values: number[] = [];
  let set: 'B' | 'C' | undefined;
  for (let index = 0; index < text.length;) {
    const digits = text.slice(index).search(/\D|$/);
    const isEnd = index === 0 || index + digits === text.length;
    const pairs = set === 'C' ? digits >= 2 : digits >= (isEnd ? AT_END : INSIDE) || (digits === 2 && text.length === 2);
    // If set B is active, an odd digit is encoded in it first, so that the pairs reach the end.
    if (pairs && (set !== 'B' || digits % 2 === 0)) {
      if (set !== 'C') values.push(set === undefined ? START_C : TO_C);
      set = 'C';
      values.push(Number(text.slice(index, index + 2)));
      index += 2;
    } else {
      if (set !== 'B') values.push(set === undefined ? START_B : TO_B);
      set = 'B';
      values.push(text.charCodeAt(index) - 32);
      index += 1;
    }
  }
  return values;
}

/** The alternating widths of bars and gaps in modules, starting with a bar; undefined for a text that cannot be encoded. */
export function code128(text: string): readonly number[] | undefined {
  const values = symbols(text);
  if (values === undefined) return undefined;
  const check = values.reduce((sum, value, index) => sum + value * Math.max(index, 1), 0) % 103;
  return [...values, check, STOP].flatMap((value) => [...(SYMBOLS[value] ?? '')].map(Number));
}
