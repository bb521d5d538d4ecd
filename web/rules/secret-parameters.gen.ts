// Made by `cargo xtask codegen` from marquee-model/src/secret_parameters.rs: change it there.

export const SECRET_PARAMETERS: readonly string[] = [
  'token',
  'token_clubcgr',
  'userSessionId',
  'email',
  'resetCode',
  'uid',
];
