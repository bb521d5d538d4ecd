export { FeaturedScreen as FeaturedPage } from '../features/featured/Featured.tsx';
