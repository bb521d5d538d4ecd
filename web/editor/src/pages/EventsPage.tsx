export { EventsScreen as EventsPage } from '../features/events/Events.tsx';
