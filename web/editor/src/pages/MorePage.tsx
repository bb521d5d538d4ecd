import { More } from '../features/frame/More.tsx';

export const MorePage = () => <More />;
