import { text } from '@marquee/api/json.ts';
import { useState } from 'react';
import {
  anchorsAt,
  FIXED_PAGES,
  LINK_KINDS,
  type LinkKind,
  TICKETING_SEGMENTS,
  linkFault,
  linkKindOf,
} from '../state/content/links.ts';
import { pagesOf } from '../state/content/pages.ts';
import { recordsOf } from '../state/content/records.ts';
import { useMessages } from '../state/messages.ts';
import { type Option, Select } from './Choice.tsx';
import { TextField } from './Field.tsx';
import { Icon } from './Icon.tsx';
import styles from './LinkField.module.css';

interface LinkFieldProps {
  readonly content: unknown;
  readonly href: string;
  readonly onChange: (href: string) => void;
}

/** Where a link leads: what kind of destination, then which one. */
export function LinkField({ content, href, onChange }: LinkFieldProps) {
  const { links } = useMessages();
  const [chosen, setChosen] = useState<{ readonly kind: LinkKind; readonly of: string }>();
  const kind = chosen?.of === href ? chosen.kind : linkKindOf(href);
  const options = useDestinations(content, kind);
  const fault = linkFault(href, content);
  const choose = (next: LinkKind): void => {
    const first = next === 'none' ? '' : next === 'ticketing' ? `ticketing:${TICKETING_SEGMENTS[0] ?? ''}` : undefined;
    setChosen({ kind: next, of: first ?? href });
    if (first !== undefined) onChange(first);
  };
  const [address = '', anchor = ''] = kind === 'page' ? href.split('#') : [href];
  const anchors = kind === 'page' ? anchorsAt(address, content) : [];
  const isListed = kind === 'page' || kind === 'event' || kind === 'theater' || kind === 'ticketing';
  const known =
    isListed && !options.some(({ value }) => value === address) ? [{ value: address, label: address }, ...options] : options;
  return (
    <div className={styles['link']}>
      <Select
        label={links.to()}
        value={kind}
        options={LINK_KINDS.map((value) => ({ value, label: links.kinds[value]() }))}
        onChange={choose}
      />
      {isListed && <Select label={links.kinds[kind]()} value={address} options={known} onChange={onChange} />}
      {(anchors.length > 0 || anchor !== '') && (
        <Select
          label={links.part()}
          value={anchor}
          options={[
            { value: '', label: links.wholePage() },
            ...[...new Set([...anchors, ...(anchor === '' ? [] : [anchor])])].map((value) => ({ value, label: `#${value}` })),
          ]}
          onChange={(next) => onChange(next === '' ? address : `${address}#${next}`)}
        />
      )}
      {(kind === 'film' || kind === 'address') && (
        <TextField
          label={links.kinds[kind]()}
          value={href}
          onChange={(next) => onChange(next.trim())}
          placeholder={kind === 'film' ? '/movies/night-ferry/' : 'https://'}
          error={fault === 'form' ? links.wrongForm() : undefined}
          hint={kind === 'film' ? links.filmHint() : links.addressHint()}
        />
      )}
      {fault === 'missing' && (
        <p className={styles['missing']}>
          <Icon name="warning" small /> {links.notFound()}
        </p>
      )}
      {fault === 'anchor' && (
        <p className={styles['missing']}>
          <Icon name="warning" small /> {links.noAnchor()}
        </p>
      )}
    </div>
  );
}

/** The destinations of a kind. */
function useDestinations(content: unknown, kind: LinkKind): readonly Option<string>[] {
  const { links } = useMessages();
  switch (kind) {
    case 'page': {
      const pages = pagesOf(content).map(({ path, title }) => ({ value: path, label: `${title} (${path})` }));
      const fixed = FIXED_PAGES.map(({ path, name }) => ({ value: path, label: `${links.fixed[name]()} (${path})` }));
      return [...pages, ...fixed.filter(({ value }) => !pages.some((page) => page.value === value))];
    }
    case 'event':
    case 'theater': {
      const folder = kind === 'event' ? 'events' : 'theaters';
      return recordsOf(content, folder).map(({ name, record }) => ({ value: `/${folder}/${text(record['slug'])}/`, label: name }));
    }
    case 'ticketing':
      return TICKETING_SEGMENTS.map((segment) => ({ value: `ticketing:${segment}`, label: segment }));
    case 'film':
    case 'address':
    case 'none':
      return [];
  }
}

/** The words for where a link leads. */
export function useLinkWords(content: unknown): (href: string) => string {
  const { links } = useMessages();
  return (href) => {
    if (href === '') return links.kinds.none();
    const [address, anchor] = href.split('#');
    const page = pagesOf(content).find(({ path }) => path === address);
    if (page !== undefined && anchor !== undefined) return `${page.title} #${anchor}`;
    const fixed = FIXED_PAGES.find(({ path }) => path === href);
    const found = (['events', 'theaters'] as const)
      .flatMap((kind) => recordsOf(content, kind).map(({ name, record }) => ({ kind, name, record })))
      .find((entry) => `/${entry.kind}/${text(entry.record['slug'])}/` === href);
    return page?.title ?? (fixed === undefined ? (found?.name ?? href) : links.fixed[fixed.name]());
  };
}
