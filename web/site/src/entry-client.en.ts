import { messages } from 'virtual:messages/en';
import { start } from './entry-start.ts';

start(messages);
