export { ImportScreen as ImportPage } from '../features/program/ImportSchedule.tsx';
