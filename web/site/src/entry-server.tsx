import type { FoundEntries, PageData, Rendered, SearchPage } from '@marquee/api/schema.gen.ts';
import { PREVIEWED_FOOTER } from '@marquee/rules/preview.ts';
import { HEAD_SCRIPT } from '@marquee/rules/ads/head-script.ts';
import { reservedSpaceCss } from '@marquee/rules/ads/reserved-space.ts';
import { embedLinks } from '@marquee/rules/embedding.ts';
import { buildIndex, isNonBlank, search } from '@marquee/rules/search.ts';
import { FONTS } from '@marquee/rules/theme/fonts.gen.ts';
import { themeCss } from '@marquee/rules/theme/css.ts';
import { renderToString } from 'react-dom/server';
import { ALERTS_CSS } from './features/frame/AlertsBody.server.tsx';
import { blockCss } from './features/content/block-css.ts';
import { menuCss } from './features/frame/menu-css.ts';
import { criticalCardCss } from './features/schedule/card/critical-css.ts';
import { timetableCss } from './features/schedule/timetable/axis.ts';
import { catalogOf, laterCatalogOf } from './messages/all.ts';
import { App } from './pages/App.tsx';
import { pageBody } from './pages/page-body.tsx';
import { LaterMessagesProvider } from './state/later.ts';
import { preloadOf } from './state/lead-picture.ts';
import { logoCss } from './state/logo-size.ts';
import { textLogoPlaces } from './state/logo-tone.ts';

/** Renders a page from its data (JSON of `PageData`). Returns the parts of the document as JSON (`Rendered`). It uses no clock, locale or randomness. */
export function render(json: string): string {
  const data: PageData = JSON.parse(json);
  const { short } = data.context.intl.locale;
  const embedded = data.context.embeddingMode !== undefined;
  if (embedded) embedLinks(data, data.site.embeddedTicketingPath);
  const theme = themeCss(data.site.theme, FONTS);
  const preloadPicture = preloadOf(data);
  const outside = data.site.outside;
  // With a consent notice, a script in the head checks whether ads may be shown (ADS-09).
  const ads = outside?.ads === undefined ? 'none' : outside.hasNotice ? 'by-consent' : 'always';
  const logoPlaces = data.site.logo === undefined ? '' : textLogoPlaces(data.site.theme.colors);
  return JSON.stringify({
    htmlAttributes: {
      ...theme.htmlAttributes,
      ...(logoPlaces === '' ? {} : { 'data-logo-words': logoPlaces }),
      ...(embedded ? { 'data-embedded': '' } : {}),
      ...(data.context.tokenParameter === undefined ? {} : { 'data-token-parameter': data.context.tokenParameter }),
      ...(data.site.ticketingForm === undefined
        ? {}
        : { 'data-form-origin': data.site.ticketingForm.origin, 'data-form-method': data.site.ticketingForm.method }),
      ...(data.site.outside === undefined ? {} : { 'data-outside': data.site.outside.href }),
      ...(data.context.isPreview === true ? { 'data-preview': '' } : {}),
      ...(ads === 'always' ? { 'data-ads': '' } : {}),
    },
    themeColor: theme.themeColor,
    colorScheme: theme.colorScheme,
    css: theme.css + pageCss(data),
    preloadFonts: [...theme.preloadFonts],
    ...(preloadPicture === undefined ? {} : { preloadPicture }),
    ...(ads === 'by-consent' ? { headScript: HEAD_SCRIPT } : {}),
    ...(data.page.kind === 'search' && isNonBlank(data.page.query) ? { found: foundEntries(data.page) } : {}),
    body: renderToString(
      <App data={data} messages={catalogOf(short)}>
        <LaterMessagesProvider messages={laterCatalogOf(short)}>{pageBody(data.page)}</LaterMessagesProvider>
      </App>,
    ),
  } satisfies Rendered);
}

/** Maximum number of films, and of others, that the server is told. */
const MAX_FOUND = 20;

/** What a search finds, for the server: it counts searches without a result, and answers assistants. */
function foundEntries({ entries, query }: SearchPage): FoundEntries {
  const { films, others, count } = search(buildIndex(entries), query, { films: MAX_FOUND, others: MAX_FOUND });
  return { positions: [...films, ...others].map((entry) => entries.indexOf(entry)), count };
}

/** In a preview, the editor shows the footer alone by its fragment. */
const PREVIEWED_FOOTER_CSS = `:root:has(#${PREVIEWED_FOOTER}:target) :has(~#footer){display:none}`;

/** CSS rules of this page. */
function pageCss({ site, page, now, alerts, context }: PageData): string {
  const css =
    logoCss(site.logoSize) +
    menuCss(site) +
    (context.isPreview === true ? PREVIEWED_FOOTER_CSS : '') +
    (alerts === undefined ? '' : ALERTS_CSS) +
    (site.outside?.ads === undefined ? '' : reservedSpaceCss(site.outside.ads));
  if (page.kind === 'content') return css + blockCss(page.settings);
  if (page.kind === 'list') return css + criticalCardCss;
  return page.kind === 'theater' ? css + timetableCss(page, page.today ? now?.minute : undefined) : css;
}
