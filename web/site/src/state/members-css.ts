/** Hides what is for members until the browser knows that one is signed in. Previews show it. */
export const MEMBERS_CSS = 'html:not([data-member],[data-preview]) [data-members]{display:none}';
