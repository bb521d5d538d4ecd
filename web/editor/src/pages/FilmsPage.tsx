export { FilmList as FilmsPage } from '../features/films/FilmList.tsx';
