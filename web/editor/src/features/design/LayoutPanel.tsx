import type { PagePart } from '@marquee/rules/preview-editing.ts';
import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';
import { LOGO_HEIGHTS } from '@marquee/rules/logo-heights.gen.ts';
import { deriveTheme } from '@marquee/rules/theme/derive.ts';
import { Switch } from '../../parts/Choice.tsx';
import { useProperties } from '../../parts/use-properties.ts';
import { FOOTER_LAYOUTS, HEADER_LAYOUTS, POINTERS, layoutOf, themeColorsOf } from '../../state/design/theme.ts';
import { usePart } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { Logo } from './Logo.tsx';
import { THUMBNAILS } from './thumbnails.ts';
import styles from './Design.module.css';

/** Header, footer, logo, search. */
export function LayoutPanel({
  content,
  onPart,
}: {
  readonly content: unknown;
  /** The header or the footer is designed now. */
  readonly onPart: (part: PagePart) => void;
}) {
  const { design } = useMessages();
  const layout = layoutOf(content);
  const { colors } = deriveTheme(themeColorsOf(content));
  return (
    <>
      <PartSection onPart={() => onPart('header')}>
        <h2>{design.header()}</h2>
        <Thumbnails
          label={design.header()}
          pointer={POINTERS.headerLayout}
          options={HEADER_LAYOUTS}
          value={layout.headerLayout}
          paper={colors.headerBackground}
          mark={colors.readableOnHeaderBackground}
        />
      </PartSection>
      <PartSection onPart={() => onPart('header')}>
        <Logo />
        <LogoSize value={layout.logoSize} />
        <Toggle label={design.hasSearch()} pointer={POINTERS.hasSearch} isOn={layout.hasSearch} />
      </PartSection>
      <PartSection onPart={() => onPart('footer')}>
        <h2>{design.footer()}</h2>
        <Thumbnails
          label={design.footer()}
          pointer={POINTERS.footerLayout}
          options={FOOTER_LAYOUTS}
          value={layout.footerLayout}
          paper={colors.footerBackground}
          mark={colors.readableOnFooterBackground}
        />
        <Toggle label={design.footerMobileLinks()} pointer={POINTERS.footerMobileLinks} isOn={layout.footerMobileLinks} />
      </PartSection>
    </>
  );
}

/** Settings of a part of the page, which the preview outlines once one of them has the focus, until another part is designed. */
function PartSection({ onPart, children }: { readonly onPart: () => void; readonly children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only follows the focus of its fields
    <section className={styles['section']} onFocus={onPart} onPointerDown={onPart}>
      {children}
    </section>
  );
}

type LayoutName = (typeof HEADER_LAYOUTS)[number] | (typeof FOOTER_LAYOUTS)[number];

function Thumbnails({
  label,
  pointer,
  options,
  value,
  paper,
  mark,
}: {
  readonly label: string;
  readonly pointer: string;
  readonly options: readonly LayoutName[];
  readonly value: LayoutName;
  readonly paper: string;
  readonly mark: string;
}) {
  const { design } = useMessages();
  const [, change] = usePart(pointer);
  const colors = useProperties<HTMLDivElement>({ '--paper-color': paper, '--mark-color': mark });
  return (
    <RadioGroup aria-label={label} value={value} onChange={change} ref={colors} className={styles['layouts'] ?? ''}>
      {options.map((name) => (
        <Radio key={name} value={name} className={styles['layout'] ?? ''}>
          <Thumbnail name={name} />
          {design.layouts[name]()}
        </Radio>
      ))}
    </RadioGroup>
  );
}

function Thumbnail({ name }: { readonly name: LayoutName }): ReactNode {
  const { height, boxes } = THUMBNAILS[name];
  return (
    <svg viewBox={`0 0 132 ${height}`} aria-hidden="true">
      <rect className={styles['paper']} width="132" height={height} />
      {boxes.map(([x, y, width, boxHeight]) => (
        <rect key={`${x} ${y}`} className={styles['mark']} x={x} y={y} width={width} height={boxHeight} rx="1.5" />
      ))}
    </svg>
  );
}

function Toggle({ label, pointer, isOn }: { readonly label: string; readonly pointer: string; readonly isOn: boolean }) {
  const [, change] = usePart(pointer);
  return (
    <div className={styles['row']}>
      <Switch label={label} isOn={isOn} onChange={change} />
    </div>
  );
}

function LogoSize({ value }: { readonly value: unknown }) {
  const { design } = useMessages();
  const [, change] = usePart(POINTERS.logoSize);
  const named = value === 'SMALL' || value === 'MEDIUM' || value === 'LARGE' ? LOGO_HEIGHTS[value] : value;
  const height = typeof named === 'number' ? named : LOGO_HEIGHTS.MEDIUM;
  return (
    <Slider
      value={height}
      minValue={LOGO_HEIGHTS.min}
      maxValue={LOGO_HEIGHTS.max}
      onChange={change}
      className={styles['slider'] ?? ''}
    >
      <Label>{design.logoSize()}</Label>
      <SliderOutput>{`${height} px`}</SliderOutput>
      <SliderTrack className={styles['track'] ?? ''}>
        <SliderThumb className={styles['sliderThumb'] ?? ''} />
      </SliderTrack>
    </Slider>
  );
}
