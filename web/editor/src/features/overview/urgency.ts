// How urgent the tasks of a site are.

/** What tasks are about, the worst first: what the program of visitors hangs on, what visitors see wrong, the draft, what is missing. */
const URGENCY = [
  'heldFeed',
  'staleFeed',
  'endingProgram',
  'failingWebhook',
  'failedPublication',
  'overlap',
  'deadLinks',
  'missingBlock',
  'similarFilm',
  'rightsEnding',
  'contrast',
  'draftProblem',
  'noPoster',
  'noTrailer',
  'differsFromFeed',
  'noAlternativeText',
  'noHours',
  'expiringKey',
  'totp',
] as const;
export type TaskKind = (typeof URGENCY)[number];

/** Number of tasks that are shown (ux 5.2). */
const MAX_TASKS = 5;

/** The kind with a name of the server; undefined for what is no task here. */
export const taskKind = (name: string): TaskKind | undefined => URGENCY.find((kind) => kind === name);

/** The tasks to show, the worst first. Those of one kind keep their order. */
export const worstFirst = <Task extends { readonly kind: TaskKind }>(tasks: readonly Task[]): readonly Task[] =>
  tasks.toSorted((a, b) => URGENCY.indexOf(a.kind) - URGENCY.indexOf(b.kind)).slice(0, MAX_TASKS);
