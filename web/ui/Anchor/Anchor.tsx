import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** A link as an operator or a page gives it. */
export interface AnchorLink {
  label: string;
  /** Empty for a link without a target. */
  href: string;
  active?: boolean;
  external?: boolean;
}

/**
 * A link by the rules of the house: without a target it is a disabled element (LINK-01), one that leaves the site opens
 * a window and says so (LINK-09, LINK-10), the one the visitor stands on is `active` (PAGE-03).
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
  /** What stands in the link, when it is more than its label. */
  children?: ReactNode;
}) {
  const words = children ?? link.label;
  if (link.href === '')
    return (
      <a className={cx(className, 'disabled')} role="link" aria-disabled="true">
        {words}
      </a>
    );
  if (link.external) {
    const label = windowLabel({ label: link.label });
    return (
      <a className={className} href={link.href} target="_blank" rel="noreferrer" title={label} aria-label={label}>
        {words}
      </a>
    );
  }
  return (
    <a
      className={link.active ? cx(className, 'active') : className}
      href={link.href}
      aria-current={link.active ? 'page' : undefined}
    >
      {words}
    </a>
  );
}
