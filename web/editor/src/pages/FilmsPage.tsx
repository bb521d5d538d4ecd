export { FilmsScreen as FilmsPage } from '../features/films/Films.tsx';
