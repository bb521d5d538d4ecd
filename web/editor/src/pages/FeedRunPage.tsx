export { RunScreen as FeedRunPage } from '../features/feeds/RunReport.tsx';
