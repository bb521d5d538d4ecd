import { messages } from 'virtual:messages/fr';
import { start } from './entry-start.ts';

start(messages);
