// Widths of the fallback fonts that a page uses until its fonts arrive. Fallbacks are scaled by them to take the same space.

/** Representative text of the site, whose average character width is measured: films, times, sentences, English and French. */
export const SAMPLE =
  'Films and showtimes for Thursday, November 20, from 11:20 AM to 10:45 PM. ' +
  'A retired surveyor crosses the great white flat to redraw the one border he got wrong. ' +
  'Nine fishermen, a stranded piano and one summer to learn a symphony before the harbor closes. ' +
  'Buy tickets, watch the trailer, add it to your watchlist and see what starts soon at the theater near you. ' +
  'Une jeune femme retrouve la maison de son enfance et les lettres que sa mere y avait cachees. ' +
  'Horaires des seances, bandes-annonces et places pour ce soir.';

/** Average advance of SAMPLE in em for Arial, Times New Roman and Courier New, measured on the Liberation fonts 2.1, which have the same metrics. */
export const FALLBACK_WIDTHS = {
  sans: { normal: 0.4499, normalItalic: 0.4499, bold: 0.4818, boldItalic: 0.4818 },
  serif: { normal: 0.4041, normalItalic: 0.4068, bold: 0.4298, boldItalic: 0.4157 },
  mono: { normal: 0.6001, normalItalic: 0.6001, bold: 0.6001, boldItalic: 0.6001 },
} as const;
