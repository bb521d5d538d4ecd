// The looks for new sites, and what a site with one looks like.

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EditorMessages } from '../messages.ts';
import { call } from '../api/client.ts';
import { field } from '@marquee/api/json.ts';
import { deriveTheme } from '@marquee/rules/theme/derive.ts';
import { RADII } from '@marquee/rules/theme/scale.ts';
import { loadSample, sampleName } from '../design/families.ts';
import type { Website } from './website.ts';
import { type HeaderLayout, fontsOf, layoutOf, roundnessOf, themeColorsOf } from '../design/theme.ts';

/** A look of `GET looks`: parts of the site record. */
interface Look {
  readonly id: string;
  readonly palette: unknown;
  readonly fonts: unknown;
  readonly roundness: unknown;
  readonly headerLayout: string;
  readonly footerLayout: string;
}

/** A look as it is drawn. */
export interface DrawnLook {
  readonly id: string;
  /** What it was drawn from. */
  readonly source: Look;
  readonly heading: string;
  readonly body: string;
  readonly headerLayout: HeaderLayout;
  /** Custom properties for its drawing. */
  readonly properties: Readonly<Record<string, string>>;
}

/** The looks; they do not change while the page is open. */
export const useLooks = () =>
  useQuery({
    queryKey: ['looks'],
    queryFn: async (): Promise<readonly DrawnLook[]> => (await call<readonly Look[]>('GET', 'looks')).map(drawnLook),
    staleTime: Infinity,
  });

/** A look with the colors and fonts of today's website. */
export const withStyle = ({ source }: DrawnLook, { palette, fonts }: Pick<Website, 'palette' | 'fonts'>): DrawnLook =>
  drawnLook({ ...source, palette: palette ?? source.palette, fonts: fonts ?? source.fonts });

export function drawnLook(source: Look): DrawnLook {
  const { id, palette, fonts, roundness, headerLayout, footerLayout } = source;
  // The look at its places in a site, so that the rules of sites apply to it.
  const content = {
    site: { settings: { headerLayout, footerLayout }, config: { theme: { colors: { palette }, fonts }, roundness } },
  };
  const { heading, body } = fontsOf(content);
  const { colors } = deriveTheme(themeColorsOf(content));
  return {
    id,
    source,
    heading,
    body,
    headerLayout: layoutOf(content).headerLayout,
    properties: {
      '--look-page': colors.background,
      '--look-text': colors.text,
      '--look-quiet': colors.quiet,
      '--look-line': colors.line,
      '--look-time-line': colors.lineStrong,
      '--look-panel': colors.panel,
      '--look-header': colors.headerBackground,
      '--look-on-header': colors.readableOnHeaderBackground,
      '--look-header-line': colors.lineOnHeader,
      '--look-footer': colors.footerBackground,
      '--look-on-footer': colors.readableOnFooterBackground,
      '--look-primary': colors.primary,
      '--look-on-primary': colors.readableOnPrimary,
      '--look-marker': colors.visiblePrimaryOnHeaderBackground,
      '--look-accent': colors.accent,
      '--look-on-accent': colors.readableOnAccent,
      '--look-highlight': colors.highlight,
      '--look-on-highlight': colors.readableOnHighlight,
      '--look-muted': colors.muted,
      '--look-button': RADII.button[roundnessOf(content, 'buttons')],
      '--look-content': RADII.content[roundnessOf(content, 'content')],
      '--look-small': RADII.smallContent[roundnessOf(content, 'content')],
      '--look-heading-font': `"${sampleName(heading)}"`,
      '--look-body-font': `"${sampleName(body)}"`,
    },
  };
}

/** The name of a look. */
export function lookName(id: string, { setUp }: EditorMessages): string {
  const name = field(setUp.looks, id);
  return typeof name === 'function' ? String(name()) : id;
}

/** Loads the fonts of a look's drawing. */
export function useLookFonts(look: DrawnLook | undefined): void {
  const [heading, body] = [look?.heading, look?.body];
  useEffect(() => {
    for (const name of [heading, body]) if (name !== undefined) void loadSample(name);
  }, [heading, body]);
}
