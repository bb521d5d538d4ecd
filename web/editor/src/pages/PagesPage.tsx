export { PageList as PagesPage } from '../features/pages/PageList.tsx';
