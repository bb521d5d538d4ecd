/** Whether the browser sends the Global Privacy Control signal: the visitor's data must not be sold or shared. */
export const sendsGpc = (): boolean => 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;
