// Stands in for the cinema-marketing tracker: /marketing.js?customer={id}.
const take = (command) => report('marketing', ...command);
const waiting = window.marqueeMarketing ?? [];
window.marqueeMarketing = { push: (...commands) => commands.forEach(take) };
report('marketing', 'loaded', HERE.searchParams.get('customer'));
for (const command of waiting) take(command);
