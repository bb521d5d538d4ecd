import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** A link of an operator or a page. */
export interface AnchorLink {
  label: string;
  /** Empty for a disabled link. */
  href: string;
  active?: boolean;
  external?: boolean;
}

/**
 * A link. Without a target it is disabled (LINK-01); an external one opens a new window and says so (LINK-09, LINK-10); one to the
 * current page is `active` (PAGE-03).
 */
export function Anchor({
  link,
  windowLabel,
  className,
  children,
}: {
  link: AnchorLink;
  /** The label with "(Opens in a new window)". */
  windowLabel: (values: { label: string }) => string;
  className?: string | undefined;
  /** Content of the link if it is more than its label. */
  children?: ReactNode;
}) {
  const content = children ?? link.label;
  if (link.href === '')
    return (
      <a className={cx(className, 'disabled')} role="link" aria-disabled="true">
        {content}
      </a>
    );
  if (link.external) {
    const label = windowLabel({ label: link.label });
    return (
      <a className={className} href={link.href} target="_blank" rel="noreferrer" title={label} aria-label={label}>
        {content}
      </a>
    );
  }
  return (
    <a
      className={link.active ? cx(className, 'active') : className}
      href={link.href}
      aria-current={link.active ? 'page' : undefined}
    >
      {content}
    </a>
  );
}
