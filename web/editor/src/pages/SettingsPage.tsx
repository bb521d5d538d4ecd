import { Settings } from '../features/settings/Settings.tsx';

export const SettingsPage = () => <Settings />;
