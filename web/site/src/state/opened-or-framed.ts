// Whether another window has control over the page: an editor may preview it.

/** Whether another window opened the page, or it is in a frame (PREV-01, ROLE-15). Such a page may be previewed. */
export const isOpenedOrFramed = (): boolean => Boolean(window.opener) || parent !== window;
