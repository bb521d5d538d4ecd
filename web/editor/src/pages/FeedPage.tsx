export { FeedScreen as FeedPage } from '../features/feeds/Connect.tsx';
