import { cx } from '@marquee/ui/cx.ts';
import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react';
import {
  Button as AriaButton,
  type ButtonProps,
  Link as AriaLink,
  type LinkProps,
  Tooltip,
  TooltipTrigger,
} from 'react-aria-components';
import { useIsOnline } from '../state/connection.ts';
import { useMessages } from '../state/messages.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { VisuallyHidden } from './Surface.tsx';
import styles from './Button.module.css';

export type ButtonLook = 'solid' | 'line' | 'ghost';
interface Look {
  readonly look?: ButtonLook;
  readonly size?: 'small' | 'large' | undefined;
  readonly isWide?: boolean;
  readonly isDanger?: boolean;
  readonly icon?: IconName;
}

const classOf = ({ look = 'line', size, isWide = false, isDanger = false }: Look): string =>
  cx(styles['button'], styles[look], size !== undefined && styles[size], isWide && styles['wide'], isDanger && styles['danger']);

/** A button without a connection: a press, or Enter in a field of its form, says why nothing happens. */
const renderOffline = (onPress: () => void) => (props: ComponentProps<'button'>) =>
  (
    // oxlint-disable-next-line react/button-has-type -- it keeps its type
    <button
      {...props}
      onClick={(event) => {
        event.preventDefault();
        onPress();
      }}
      onKeyDown={undefined}
      onMouseDown={undefined}
      onPointerDown={undefined}
    />
  );

/** What a button that sends something has without a connection. */
interface Offline {
  readonly render?: (props: ComponentProps<'button'>) => ReactElement;
  /** Why a press did nothing. */
  readonly words?: ReactNode;
}

/**
 * Says beside a button that it cannot send anything without a connection. It is not sent later, when the
 * operator may not want it any more.
 */
function useOffline(sends: boolean): Offline {
  const { errors } = useMessages();
  const isOnline = useIsOnline();
  const [isPressed, setPressed] = useState(false);
  // The words are about one press.
  if (isOnline && isPressed) setPressed(false);
  if (!sends || isOnline) return {};
  return {
    render: renderOffline(() => setPressed(true)),
    words: <output className={styles['offline']}>{isPressed && errors.offline()}</output>,
  };
}

/** A busy button: it takes no press and does not submit, but keeps the focus. */
const renderBusy = (props: ComponentProps<'button'>) => (
  <button
    {...props}
    type="button"
    aria-disabled="true"
    onClick={undefined}
    onKeyDown={undefined}
    onMouseDown={undefined}
    onPointerDown={undefined}
  />
);

/**
 * A button with words. While `isBusy`, it keeps its words and does nothing, and screen readers are told. One that has `isBusy` sends
 * something to the server: without a connection, a press says so beside it, and sends nothing, unless what it sends `isKept` on the
 * device until then.
 *
 * `isPending` of the library would announce the button by its id for seven seconds, in which a button that is gone leaves an image
 * without a name.
 */
export function Button({
  look,
  size,
  isWide,
  isDanger,
  icon,
  isBusy,
  isKept = false,
  children,
  ...props
}: Omit<ButtonProps, 'className' | 'children' | 'isPending' | 'render'> &
  Look & { readonly isBusy?: boolean; readonly isKept?: boolean; readonly children: ReactNode }) {
  const { common } = useMessages();
  const { render, words } = useOffline(isBusy !== undefined && !isKept);
  const rendered = isBusy === true ? renderBusy : render;
  const looks = { ...(look && { look }), size, ...(isWide && { isWide }), ...(isDanger && { isDanger }) };
  return (
    <>
      <AriaButton {...props} {...(rendered && { render: rendered })} className={classOf(looks)}>
        {isBusy === true ? <span className={styles['busy']} /> : icon && <Icon name={icon} small />}
        {children}
      </AriaButton>
      {isBusy !== undefined && (
        <VisuallyHidden>
          <output>{isBusy && common.loading()}</output>
        </VisuallyHidden>
      )}
      {words}
    </>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  look,
  size,
  icon,
  children,
  ...props
}: Omit<LinkProps, 'className' | 'children'> & Look & { readonly children: ReactNode }) {
  return (
    <AriaLink {...props} className={classOf({ ...(look && { look }), size })}>
      {icon && <Icon name={icon} small />}
      {children}
    </AriaLink>
  );
}

/** A button with an icon only. Its label shows on hover and focus. One that `sends` something says beside it that it cannot, without a connection. */
export function IconButton({
  icon,
  label,
  keys,
  look,
  sends = false,
  ...props
}: Omit<ButtonProps, 'className' | 'children' | 'render'> & {
  readonly icon: IconName;
  readonly label: string;
  readonly keys?: string;
  readonly look?: 'solid';
  readonly sends?: boolean;
}) {
  const { render, words } = useOffline(sends);
  return (
    <>
      <TooltipTrigger delay={500}>
        <AriaButton
          {...props}
          {...(render && { render })}
          aria-label={label}
          className={cx(styles['icon'], look !== undefined && styles[look])}
        >
          <Icon name={icon} />
        </AriaButton>
        <Tooltip className={styles['tip'] ?? ''} offset={6}>
          {label} {keys !== undefined && <Key>{keys}</Key>}
        </Tooltip>
      </TooltipTrigger>
      {words}
    </>
  );
}

/** The name of a key. */
export const Key = ({ children }: { readonly children: ReactNode }) => <kbd className={styles['key']}>{children}</kbd>;

/** A link with an icon only. */
export const IconLink = ({ icon, label, href }: { readonly icon: IconName; readonly label: string; readonly href: string }) => (
  <AriaLink href={href} aria-label={label} className={styles['icon'] ?? ''}>
    <Icon name={icon} />
  </AriaLink>
);
