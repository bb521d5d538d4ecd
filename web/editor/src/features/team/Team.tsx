import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { TabPanel, Tabs } from 'react-aria-components';
import { Button } from '../../parts/Button.tsx';
import { Page } from '../../parts/Surface.tsx';
import { TabBar } from '../../parts/TabBar.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { TEAM_TABS, type TeamTab, tabIn } from '../../state/location.ts';
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
  const named = useLocation({ select: ({ searchStr }) => tabIn(searchStr, TEAM_TABS) });
  const [tab, setTab] = useState<TeamTab>(named ?? (mayRead ? 'people' : 'sign-in'));
  const [isCreating, setCreating] = useState(false);
  const people = useTeam().data?.people;
  const all: readonly { readonly id: TeamTab; readonly label: string; readonly isShown: boolean; readonly content: ReactNode }[] = [
    { id: 'people', label: team.people(), isShown: mayRead, content: <People /> },
    {
      id: 'roles',
      label: team.roles(),
      isShown: true,
      content: <Roles isCreating={isCreating} onClose={() => setCreating(false)} />,
    },
    { id: 'sign-in', label: team.signIn(), isShown: true, content: <SignIn /> },
    { id: 'keys', label: apiKeys.title(), isShown: can(site, 'keys'), content: <Keys /> },
    { id: 'audit', label: team.audit(), isShown: mayRead, content: <Audit /> },
  ];
  const tabs = all.filter(({ isShown }) => isShown);
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
      <Tabs selectedKey={tab} onSelectionChange={(key) => setTab(TEAM_TABS.find((name) => name === key) ?? tab)}>
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
