import { Overview } from '../features/overview/Overview.tsx';

export const OverviewPage = () => <Overview />;
