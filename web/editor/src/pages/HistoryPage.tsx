import { History } from '../features/history/History.tsx';

export const HistoryPage = () => <History />;
