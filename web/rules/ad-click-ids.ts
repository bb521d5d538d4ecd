/** Query parameters that advertising networks add to a link: the id of the click. */
export const AD_CLICK_IDS = ['gclid', 'dclid', 'gbraid', 'wbraid'] as const;
