// Imports of files as text, for tests.

declare module '*?raw' {
  const text: string;
  export default text;
}
