export { RunsScreen as FeedRunsPage } from '../features/feeds/Runs.tsx';
