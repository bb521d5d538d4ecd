// Stands in for a tag manager's launch script.
window.marqueeLaunch = true;
report('launch', 'loaded');
