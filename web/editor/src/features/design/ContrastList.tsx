import { cx } from '@marquee/ui/cx.ts';
import { useMemo } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Tag } from '../../parts/Surface.tsx';
import { useProperties } from '../../parts/use-properties.ts';
import { type Contrast, contrastsOf, correctionOf, isLow } from '../../state/design/contrast.ts';
import { POINTERS, themeColorsOf } from '../../state/design/theme.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import styles from './Design.module.css';

/** The contrast of each pair of colors, in its own colors. Failing pairs come first, with the nearest color that passes. */
export function ContrastList({ content }: { readonly content: unknown }) {
  const { design } = useMessages();
  const colors = useMemo(() => themeColorsOf(content), [content]);
  const contrasts = useMemo(() => contrastsOf(colors), [colors]);
  const low = contrasts.filter(isLow).length;
  return (
    <section className={styles['section']} aria-label={design.contrast()}>
      <h2>
        {design.contrast()}
        {low === 0 ? (
          <Tag mood="ok" icon="check">
            {design.allPass()}
          </Tag>
        ) : (
          <Tag mood="bad" icon="warning">
            {design.toFix({ count: low })}
          </Tag>
        )}
      </h2>
      <ul>
        {contrasts.map((pair) => (
          <Pair key={pair.name} pair={pair} content={content} />
        ))}
      </ul>
    </section>
  );
}

function Pair({ pair, content }: { readonly pair: Contrast; readonly content: unknown }) {
  const { design } = useMessages();
  const { draft } = useOpenSite();
  const { ratio: ratioText } = useFormats();
  const correction = isLow(pair) ? correctionOf(pair, themeColorsOf(content)) : undefined;
  const row = <PairRow pair={pair} />;
  if (correction === undefined) return <li className={styles['check']}>{row}</li>;
  const apply = (): void => draft.edit([{ pointer: `${POINTERS.palette}/${correction.color}`, to: correction.hex }]);
  return (
    <li className={styles['failing']}>
      <div className={styles['check']}>{row}</div>
      <p>{design.needs({ ratio: ratioText(pair.required) })}</p>
      <div className={styles['fix']}>
        <Sample ink={correction.hex} surface={pair.surface} isShape />
        <span>
          {correction.hex}, {ratioText(correction.ratio)}
        </span>
        <Button size="small" onPress={apply}>
          {design.takeIt()}
        </Button>
      </div>
    </li>
  );
}

function PairRow({ pair }: { readonly pair: Contrast }) {
  const { design } = useMessages();
  const { ratio: ratioText } = useFormats();
  const { name, ink, surface, isShape, ratio, level } = pair;
  const words = level === 'Low' ? design.low() : level === 'AA large' ? design.large() : level;
  return (
    <>
      <Sample ink={ink} surface={surface} isShape={isShape} />
      <span>{design.pairs[name]()}</span>
      <span className={styles['ratio']}>{ratioText(ratio)}</span>
      <span className={cx(styles['level'], level === 'Low' && styles['levelLow'], level === 'AA large' && styles['levelLarge'])}>
        <Icon name={level === 'Low' ? 'close' : 'check'} small />
        {words}
      </span>
    </>
  );
}

function Sample({ ink, surface, isShape }: { readonly ink: string; readonly surface: string; readonly isShape: boolean }) {
  const sample = useProperties<HTMLSpanElement>({ '--sample-ink': ink, '--sample-surface': surface });
  return (
    <span ref={sample} className={styles['sample']} aria-hidden="true">
      {isShape ? <span className={styles['shape']} /> : 'Aa'}
    </span>
  );
}
