// React comes in CommonJS, which the bundler wraps in functions. V8 reads a function twice, the second time while the
// page waits, unless parentheses around it say that it runs at once. The minifier takes them away; here they come back.

import type { Plugin } from 'vite';

/** Puts parentheses around the function that wraps a CommonJS module: `x=w(e=>{…})` becomes `x=w((e=>{…}))`. */
export function eager(): Plugin {
  return {
    name: 'marquee:eager',
    renderChunk: {
      order: 'post',
      handler(code) {
        const places: number[] = [];
        for (const statement of this.parse(code).body) {
          if (statement.type !== 'VariableDeclaration') continue;
          for (const { init } of statement.declarations) {
            if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.arguments.length !== 1) continue;
            const [wrapped] = init.arguments;
            if (wrapped?.type === 'ArrowFunctionExpression' && wrapped.body.type === 'BlockStatement') places.push(wrapped.start, wrapped.end);
          }
        }
        if (places.length === 0) return null;
        let out = '';
        let from = 0;
        for (const [n, at] of places.entries()) {
          out += code.slice(from, at) + (n % 2 === 0 ? '(' : ')');
          from = at;
        }
        return { code: out + code.slice(from), map: null };
      },
    },
  };
}
