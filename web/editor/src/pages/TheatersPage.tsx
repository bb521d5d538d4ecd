export { TheatersScreen as TheatersPage } from '../features/theaters/Theaters.tsx';
