export { FilmEditor as FilmPage } from '../features/films/FilmEditor.tsx';
