export { MenusScreen as MenusPage } from '../features/menus/Menus.tsx';
