import { type ReactNode, useState } from 'react';
import { TabPanel, Tabs } from 'react-aria-components';
import { Button } from '../../parts/Button.tsx';
import { Page } from '../../parts/Surface.tsx';
import { TabBar } from '../../parts/TabBar.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { useTeam } from '../../state/team.ts';
import { Audit } from './Audit.tsx';
import { Keys } from './Keys.tsx';
import { People, focusInvite } from './People.tsx';
import { Roles } from './Roles.tsx';
import { SignIn } from './SignIn.tsx';

/** People with access, what each role may do, the operator's own sign-in, API keys, and the audit log. */
export function Team() {
  const { team, apiKeys, nav } = useMessages();
  const { site } = useOpenSite();
  const mayRead = can(site, 'people');
  const [tab, setTab] = useState(mayRead ? 'people' : 'sign-in');
  const [isCreating, setCreating] = useState(false);
  const people = useTeam().data?.people;
  const tabs: readonly { readonly id: string; readonly label: string; readonly content: ReactNode }[] = [
    ...(mayRead ? [{ id: 'people', label: team.people(), content: <People /> }] : []),
    { id: 'roles', label: team.roles(), content: <Roles isCreating={isCreating} onClose={() => setCreating(false)} /> },
    { id: 'sign-in', label: team.signIn(), content: <SignIn /> },
    ...(can(site, 'keys') ? [{ id: 'keys', label: apiKeys.title(), content: <Keys /> }] : []),
    ...(mayRead ? [{ id: 'audit', label: team.audit(), content: <Audit /> }] : []),
  ];
  return (
    <Page
      title={team.title()}
      lead={
        people === undefined
          ? team.lead({ site: site.name })
          : team.leadOnline({ count: people.length, online: people.filter(({ isHere }) => isHere).length })
      }
      actions={
        <>
          {mayRead && tab === 'people' && (
            <Button icon="invite" look="solid" onPress={focusInvite}>
              {team.invite()}
            </Button>
          )}
          {mayRead && tab === 'roles' && (
            <Button icon="plus" onPress={() => setCreating(true)}>
              {team.newRole()}
            </Button>
          )}
        </>
      }
    >
      <Tabs selectedKey={tab} onSelectionChange={(key) => setTab(String(key))}>
        <TabBar label={nav.team()} tabs={tabs} />
        {tabs.map(({ id, content }) => (
          <TabPanel key={id} id={id}>
            {content}
          </TabPanel>
        ))}
      </Tabs>
    </Page>
  );
}
