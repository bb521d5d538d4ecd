export { ProgramScreen as ProgramPage } from '../features/program/Program.tsx';
