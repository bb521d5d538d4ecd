// Made by `cargo xtask codegen` from marquee-gateway/src/table/rows.rs: change it there.

export type CaptchaAction =
  | 'CheckGiftCardBalance'
  | 'Create'
  | 'GetResetPasswordCode'
  | 'Login'
  | 'MemberSearch'
  | 'SendMemberActivationCode'
  | 'SetMemberToActivateOnComplete'
  | 'StartRegistration'
  | 'UsernameReminder';
