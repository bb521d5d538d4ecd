import { Button as AriaButton } from 'react-aria-components';
import { Menu } from '../../parts/Overlay.tsx';
import { Avatar } from '../../parts/Surface.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { LANGUAGES, useLanguage } from '../../state/messages.ts';
import { useSession, useSignOut } from '../../state/session.ts';

/** The operator's own menu: language, keys, sign out. */
export function AccountMenu({ className }: { readonly className: string }) {
  const { locale, messages, change } = useLanguage();
  const { data } = useSession();
  const signOut = useSignOut();
  const name = data?.operator.name ?? '';
  return (
    <Menu
      label={messages.nav.account()}
      trigger={
        <AriaButton className={className} aria-label={messages.nav.accountOf({ name })}>
          <Avatar name={name} />
          <span>{name}</span>
        </AriaButton>
      }
      entries={[
        ...LANGUAGES.map((language) => ({
          id: language.locale,
          label: language.name,
          icon: 'globe' as const,
          isCurrent: language.locale === locale,
          onAction: () => change(language.locale),
        })),
        { id: 'keys', label: messages.keys.title(), icon: 'keyboard', onAction: () => openDialog('keys') },
        { id: 'sign-out', label: messages.nav.signOut(), icon: 'signOut', onAction: () => void signOut() },
      ]}
    />
  );
}
