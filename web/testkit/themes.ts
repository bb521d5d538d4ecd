// The themes of the two sample operators, for tests and examples.

import type { ThemeInput } from '@marquee/api/schema.gen.ts';

/** A single location: gold on dark gray, black header and footer, no roundness. */
export const MERIDIAN: ThemeInput = {
  colors: {
    palette: {
      muted: '#4F4E4E',
      accent: '#F1E4C3',
      primary: '#F5B921',
      highlight: '#F5B921',
      background: '#131212',
      footerBackground: '#000000',
      headerBackground: '#000000',
    },
    brand2: '#FFD566',
    background: { tintShade: 100, paletteColor: 'background' },
    headerBackground: { tintShade: 75, paletteColor: 'headerBackground' },
    footerBackground: { tintShade: 75, paletteColor: 'footerBackground' },
    swap: false,
  },
  fonts: {
    body: 'Open Sans',
    heading: 'Source Sans Pro',
    weightBody: 400,
    weightBold: 700,
    weightHeading: 600,
    italicBody: false,
    italicHeading: false,
  },
  roundButtons: 'NONE',
  roundContent: 'NONE',
  colorModeSwitch: false,
};

/** A circuit of four theaters: light, pine and coral, high roundness. */
export const ASTER: ThemeInput = {
  colors: {
    palette: {
      muted: '#CBD5CB',
      accent: '#F4BFCB',
      primary: '#14523F',
      highlight: '#D23F1C',
      background: '#FCFDF9',
      footerBackground: '#0F3B2E',
      headerBackground: '#FCFDF9',
    },
    brand2: '#1E6B52',
    background: { tintShade: 100, paletteColor: 'background' },
    headerBackground: { tintShade: 100, paletteColor: 'headerBackground' },
    footerBackground: { tintShade: 100, paletteColor: 'footerBackground' },
    swap: false,
  },
  fonts: {
    body: 'Work Sans',
    heading: 'EB Garamond',
    weightBody: 400,
    weightBold: 600,
    weightHeading: 500,
    italicBody: false,
    italicHeading: false,
  },
  roundButtons: 'HIGH',
  roundContent: 'HIGH',
  colorModeSwitch: false,
};
