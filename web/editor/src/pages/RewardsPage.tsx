export { RewardsScreen as RewardsPage } from '../features/members/Rewards.tsx';
