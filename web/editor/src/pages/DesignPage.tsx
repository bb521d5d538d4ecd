import { Design } from '../features/design/Design.tsx';

export const DesignPage = () => <Design />;
