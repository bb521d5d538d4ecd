export { MembersScreen as MembersPage } from '../features/members/Members.tsx';
