/** Whether the browser says for its owner that their data must not be sold or shared (Global Privacy Control). */
export const hasPrivacySignal = (): boolean => 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;
