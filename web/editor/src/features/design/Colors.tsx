import { cx } from '@marquee/ui/cx.ts';
import { useState } from 'react';
import {
  Button as AriaButton,
  type Color,
  ColorArea,
  ColorField,
  ColorSlider,
  ColorThumb,
  Input,
  Label,
  Slider,
  SliderOutput,
  SliderThumb,
  SliderTrack,
  parseColor,
} from 'react-aria-components';
import { Switch } from '../../parts/Choice.tsx';
import { IconButton } from '../../parts/Button.tsx';
import { useProperties } from '../../parts/use-properties.ts';
import {
  NEUTRAL_SHADE,
  PALETTE,
  POINTERS,
  type PaletteColor,
  type Surface,
  isSurface,
  isSwapped,
  paletteOf,
  surfaceOf,
} from '../../state/design/theme.ts';
import { useDraft, useOpenSite, usePart } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import styles from './Design.module.css';

/** The seven colors of the palette; the open one can be changed. */
export function Colors({ content }: { readonly content: unknown }) {
  const { design } = useMessages();
  const [open, setOpen] = useState<PaletteColor | undefined>('primary');
  const [, changeSwap] = usePart(POINTERS.swap);
  const palette = paletteOf(content);
  const live = paletteOf(useDraft()?.server.live);
  return (
    <section className={styles['section']}>
      <h2>{design.paletteTitle()}</h2>
      {PALETTE.map((name) => (
        <div key={name}>
          <AriaButton
            className={cx(styles['color'], palette[name] !== live[name] && styles['changed'])}
            aria-expanded={open === name}
            onPress={() => setOpen(open === name ? undefined : name)}
          >
            <Chip color={palette[name]} />
            <span>{design.palette[name]()}</span>
            <span className={styles['hex']}>{palette[name]}</span>
          </AriaButton>
          {open === name && <Picker key={name} name={name} hex={palette[name]} liveHex={live[name]} content={content} />}
        </div>
      ))}
      <div className={styles['row']}>
        <Switch label={design.swap()} isOn={isSwapped(content)} onChange={changeSwap} />
      </div>
    </section>
  );
}

function Chip({ color }: { readonly color: string }) {
  const chip = useProperties<HTMLSpanElement>({ '--chip': color });
  return <span ref={chip} className={styles['chip']} />;
}

function Picker({
  name,
  hex,
  liveHex,
  content,
}: {
  readonly name: PaletteColor;
  readonly hex: string;
  readonly liveHex: string;
  readonly content: unknown;
}) {
  const { design } = useMessages();
  const { draft } = useOpenSite();
  const [, change] = usePart(`${POINTERS.palette}/${name}`);
  // The hue of a gray is not in its hex value, so the picked color is kept until the value comes from elsewhere.
  const [picked, setPicked] = useState<Color>(() => parseColor(hex).toFormat('hsb'));
  const color = picked.toString('hex').toUpperCase() === hex ? picked : parseColor(hex).toFormat('hsb');
  const pick = (next: Color | null): void => {
    if (next === null) return;
    setPicked(next.toFormat('hsb'));
    change(next.toString('hex').toUpperCase());
  };
  return (
    <div className={styles['picker']}>
      <ColorArea
        colorSpace="hsb"
        xChannel="saturation"
        yChannel="brightness"
        value={color}
        onChange={pick}
        onChangeEnd={() => void draft.flush()}
        className={styles['area'] ?? ''}
      >
        <ColorThumb className={styles['thumb'] ?? ''} />
      </ColorArea>
      <ColorSlider
        colorSpace="hsb"
        channel="hue"
        value={color}
        onChange={pick}
        onChangeEnd={() => void draft.flush()}
        className={styles['hue'] ?? ''}
        aria-label={design.hue()}
      >
        <SliderTrack className={styles['hueTrack'] ?? ''}>
          <ColorThumb className={styles['thumb'] ?? ''} />
        </SliderTrack>
      </ColorSlider>
      <div className={styles['pair']}>
        <ColorField value={color} onChange={pick} aria-label={design.hexOf({ color: design.palette[name]() })}>
          <span className={styles['hexField']}>
            <Input spellCheck={false} />
          </span>
        </ColorField>
        <IconButton
          icon="reset"
          label={design.resetTo({ value: liveHex })}
          isDisabled={hex === liveHex}
          onPress={() => pick(parseColor(liveHex))}
        />
      </div>
      {isSurface(name) && <Shade name={name} content={content} />}
    </div>
  );
}

/** The tint or shade of a surface: 0 is black, 200 white. */
function Shade({ name, content }: { readonly name: Surface; readonly content: unknown }) {
  const { design } = useMessages();
  const surface = surfaceOf(content, name);
  const [, change] = usePart(`${POINTERS.settings}/${name}`);
  return (
    <Slider
      value={surface.tintShade}
      minValue={0}
      maxValue={2 * NEUTRAL_SHADE}
      onChange={(tintShade) => change({ ...surface, tintShade })}
      className={styles['slider'] ?? ''}
    >
      <Label>{design.shade()}</Label>
      <SliderOutput />
      <SliderTrack className={styles['track'] ?? ''}>
        <SliderThumb className={styles['sliderThumb'] ?? ''} />
      </SliderTrack>
    </Slider>
  );
}
