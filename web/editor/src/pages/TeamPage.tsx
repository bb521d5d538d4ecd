import { Team } from '../features/team/Team.tsx';

export const TeamPage = () => <Team />;
