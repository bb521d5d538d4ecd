export { FeedsScreen as FeedsPage } from '../features/feeds/Feeds.tsx';
