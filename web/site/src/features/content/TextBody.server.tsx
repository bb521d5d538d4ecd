import type { BlockView, TextPartView, TextSpan } from '@marquee/api/schema.gen.ts';
import { Anchor } from '@marquee/ui/Anchor/Anchor.tsx';
import { Fragment, type ReactNode } from 'react';
import { usePage } from '../../state/page.ts';
import css from './Block.module.css';

/** The heading and the parts of a text block (PAGE-13). */
export function TextBody({ block: { title, parts } }: { block: Extract<BlockView, { type: 'text' }> }) {
  return (
    <>
      {title === '' ? null : <h2>{title}</h2>}
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts have no ids and a fixed order
        <Part key={index} part={part} isBelowTitle={title !== ''} />
      ))}
    </>
  );
}

function Part({ part, isBelowTitle }: { part: TextPartView; isBelowTitle: boolean }) {
  switch (part.type) {
    case 'paragraph':
      return (
        <p>
          <Line spans={part.spans} />
        </p>
      );
    case 'heading': {
      const Heading = isBelowTitle ? 'h3' : 'h2';
      return (
        <Heading>
          <Line spans={part.spans} />
        </Heading>
      );
    }
    case 'quote':
      return (
        <blockquote className="quiet">
          <p>
            <Line spans={part.spans} />
          </p>
        </blockquote>
      );
    case 'bulletList':
      return (
        <ul className={css.list}>
          <Items items={part.items} />
        </ul>
      );
    case 'numberedList':
      return (
        <ol className={css.list} type="1">
          <Items items={part.items} />
        </ol>
      );
  }
}

const Items = ({ items }: { items: readonly TextSpan[][] }) =>
  items.map((spans, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- items have no ids and a fixed order
    <li key={index}>
      <Line spans={spans} />
    </li>
  ));

/** Spans with the same link become one link. */
function Line({ spans }: { spans: readonly TextSpan[] }) {
  const { messages } = usePage();
  const groups: TextSpan[][] = [];
  for (const span of spans) {
    const last = groups.at(-1);
    if (last !== undefined && span.link !== undefined && last[0]?.link?.href === span.link.href) last.push(span);
    else groups.push([span]);
  }
  return groups.map((group, index) => {
    const link = group[0]?.link;
    const content = group.map((span, position) => (
      // oxlint-disable-next-line react/no-array-index-key -- spans have no ids and a fixed order
      <Fragment key={position}>{formatted(span)}</Fragment>
    ));
    // oxlint-disable-next-line react/no-array-index-key -- spans have no ids and a fixed order
    if (link === undefined) return <Fragment key={index}>{content}</Fragment>;
    const label = group.map(({ text }) => text).join('');
    return (
      // oxlint-disable-next-line react/no-array-index-key -- spans have no ids and a fixed order
      <Anchor key={index} link={{ ...link, label }} windowLabel={messages.common.opensInNewWindow} className="link">
        {content}
      </Anchor>
    );
  });
}

function formatted({ text, bold, italic }: TextSpan): ReactNode {
  const lines = text.split('\n').map((line, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines have no ids and a fixed order
    <Fragment key={index}>
      {index === 0 ? null : <br />}
      {line}
    </Fragment>
  ));
  const inner = italic ? <em>{lines}</em> : lines;
  return bold ? <strong>{inner}</strong> : inner;
}
