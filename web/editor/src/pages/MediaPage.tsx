import { Media } from '../features/media/Media.tsx';

export const MediaPage = () => <Media />;
