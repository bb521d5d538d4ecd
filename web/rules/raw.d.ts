// A file's text, as the tests read it.

declare module '*?raw' {
  const text: string;
  export default text;
}
