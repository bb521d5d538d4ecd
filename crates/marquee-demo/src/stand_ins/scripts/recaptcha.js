// Stands in for reCAPTCHA: /recaptcha/api.js?render={key}.
window.grecaptcha = {
  ready: (run) => run(),
  execute: async (key, options) => {
    report('captcha', 'execute', key, options);
    return `stand-in:${key}:${options?.action ?? ''}`;
  },
  render: (element, options) => { report('captcha', 'render', element, options); return 0; },
  reset: () => report('captcha', 'reset'),
  getResponse: () => 'stand-in',
};
report('captcha', 'loaded', HERE.searchParams.get('render'));
