import { useEffect, useRef, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { Segments, Select, Switch } from '../../parts/Choice.tsx';
import { SearchField } from '../../parts/Field.tsx';
import { POINTERS, ROUNDNESS, fontsOf, roundnessOf } from '../../state/design/theme.ts';
import { useOpenSite, usePart } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { FAMILIES, hasItalic, loadSample, sampleName, weightsOf } from '../../state/design/families.ts';
import { can } from '../../state/roles.ts';
import styles from './Design.module.css';

/** Families, weights and styles of headings and body text, and the corners. */
export function FontsPanel({ content }: { readonly content: unknown }) {
  const { design } = useMessages();
  const fonts = fontsOf(content);
  return (
    <>
      <section className={styles['section']}>
        <h2>
          {design.headingFont()} <span className={styles['aside']}>{design.families({ count: FAMILIES.length })}</span>
        </h2>
        <FamilyList label={design.headingFont()} pointer={`${POINTERS.fonts}/heading`} value={fonts.heading} />
        <div className={styles['controls']}>
          <Weight label={design.weight()} name="heading" family={fonts.heading} value={fonts.weightHeading} />
        </div>
        <Italic name="heading" family={fonts.heading} isOn={fonts.italicHeading} />
      </section>
      <section className={styles['section']}>
        <h2>{design.bodyFont()}</h2>
        <FamilyList label={design.bodyFont()} pointer={`${POINTERS.fonts}/body`} value={fonts.body} />
        <div className={styles['controls']}>
          <Weight label={design.weightText()} name="body" family={fonts.body} value={fonts.weightBody} />
          <Weight label={design.weightBold()} name="bold" family={fonts.body} value={fonts.weightBold} />
        </div>
        <Italic name="body" family={fonts.body} isOn={fonts.italicBody} />
      </section>
      <section className={styles['section']}>
        <h2>{design.corners()}</h2>
        <Corners name="buttons" content={content} />
        <Corners name="content" content={content} />
      </section>
    </>
  );
}

function FamilyList({ label, pointer, value }: { readonly label: string; readonly pointer: string; readonly value: string }) {
  const { design } = useMessages();
  const { site } = useOpenSite();
  const [, change] = usePart(pointer);
  const [query, setQuery] = useState('');
  // The family in use comes first; the order stays while another one is chosen.
  const [order] = useState(() => [value, ...FAMILIES.filter((name) => name !== value)]);
  const found = order.filter((name) => name.toLowerCase().includes(query.trim().toLowerCase()));
  return (
    <>
      <SearchField label={design.findFont()} value={query} onChange={setQuery} />
      <ListBox
        aria-label={label}
        selectionMode={can(site, 'editSite') ? 'single' : 'none'}
        disallowEmptySelection
        selectedKeys={[value]}
        onSelectionChange={(keys) => {
          const [key] = [...(keys === 'all' ? [] : keys)];
          if (typeof key === 'string') change(key);
        }}
        items={found.map((name) => ({ id: name }))}
        className={styles['fonts'] ?? ''}
        renderEmptyState={() => <p>{design.noFont({ query })}</p>}
      >
        {({ id }) => (
          <ListBoxItem id={id} textValue={id} className={styles['font'] ?? ''}>
            <FamilyName name={id} />
          </ListBoxItem>
        )}
      </ListBox>
    </>
  );
}

/** The name of a family, set in itself once it is visible. */
function FamilyName({ name }: { readonly name: string }) {
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = text.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      observer.disconnect();
      void showSample(element, name);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [name]);
  return <span ref={text}>{name}</span>;
}

async function showSample(element: HTMLElement, name: string): Promise<void> {
  if (await loadSample(name)) element.style.fontFamily = `"${sampleName(name)}"`;
}

function Weight({
  label,
  name,
  family,
  value,
}: {
  readonly label: string;
  readonly name: string;
  readonly family: string;
  readonly value: number;
}) {
  const [, change] = usePart(`${POINTERS.weights}/${name}`);
  const weights = [...new Set([...weightsOf(family), value])].toSorted((a, b) => a - b).map(String);
  return (
    <Select
      label={label}
      value={String(value)}
      options={weights.map((weight) => ({ value: weight, label: weight }))}
      onChange={(weight) => change(Number(weight))}
    />
  );
}

function Italic({ name, family, isOn }: { readonly name: 'heading' | 'body'; readonly family: string; readonly isOn: boolean }) {
  const { design } = useMessages();
  const [, change] = usePart(`${POINTERS.styles}/${name}`);
  return (
    <div className={styles['row']}>
      <Switch
        label={design.italic()}
        isOn={isOn}
        isDisabled={!isOn && !hasItalic(family)}
        onChange={(italic) => change(italic ? 'italic' : 'normal')}
      />
    </div>
  );
}

function Corners({ name, content }: { readonly name: 'buttons' | 'content'; readonly content: unknown }) {
  const { design } = useMessages();
  const { draft } = useOpenSite();
  const words = { NONE: design.cornersNone(), MEDIUM: design.cornersMedium(), HIGH: design.cornersHigh() };
  return (
    <div className={styles['row']}>
      {design[name]()}
      <Segments
        label={design[name]()}
        value={roundnessOf(content, name)}
        options={ROUNDNESS.map((value) => ({ value, label: words[value] }))}
        onChange={(to) => draft.edit([{ pointer: `${POINTERS.roundness}/${name}`, to }])}
      />
    </div>
  );
}
