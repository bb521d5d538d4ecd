// React is CommonJS, which the bundler wraps in functions. V8 parses a function twice, the second time while the page waits,
// unless parentheses around it mark it for immediate execution. The minifier removes the parentheses; this plugin adds them again.

import type { Plugin } from 'vite';

/** Puts parentheses around the function that wraps a CommonJS module: `x=w(e=>{…})` becomes `x=w((e=>{…}))`. */
export function markEagerFunctions(): Plugin {
  return {
    name: 'marquee:eager',
    renderChunk: {
      order: 'post',
      handler(code) {
        const offsets: number[] = [];
        for (const statement of this.parse(code).body) {
          if (statement.type !== 'VariableDeclaration') continue;
          for (const { init } of statement.declarations) {
            if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.arguments.length !== 1) continue;
            const [wrapped] = init.arguments;
            if (wrapped?.type === 'ArrowFunctionExpression' && wrapped.body.type === 'BlockStatement')
              offsets.push(wrapped.start, wrapped.end);
          }
        }
        if (offsets.length === 0) return null;
        let out = '';
        let from = 0;
        for (const [index, offset] of offsets.entries()) {
          out += code.slice(from, offset) + (index % 2 === 0 ? '(' : ')');
          from = offset;
        }
        return { code: out + code.slice(from), map: null };
      },
    },
  };
}
