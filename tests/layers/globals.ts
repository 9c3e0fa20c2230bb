/// <reference lib="deno.unstable" />
/**
 * Which globals a file uses, by its syntax tree: what a comment or a string says does not count.
 *
 * @module
 */

/** A use of a global, as `Deno.exit`, `setTimeout()` or `new Date()`. */
export interface Use {
  readonly name: string;
  readonly line: number;
}

/** The members of globals, the plain calls, and the bare `new Date()` in `source`. */
export function usesOf(file: string, source: string): Use[] {
  const plugin: Deno.lint.Plugin = {
    name: "globals",
    rules: {
      uses: {
        create: (context) => ({
          MemberExpression(node) {
            const { object, property } = node;
            if (object.type !== "Identifier") return;
            const member = property.type === "Identifier"
              ? property.name
              : property.type === "Literal"
              ? String(property.value)
              : "?";
            context.report({ node, message: `${object.name}.${member}` });
          },
          CallExpression(node) {
            const { callee } = node;
            if (callee.type !== "Identifier") return;
            context.report({ node, message: `${callee.name}()` });
          },
          NewExpression(node) {
            const { callee } = node;
            if (callee.type !== "Identifier" || node.arguments.length > 0) return;
            context.report({ node, message: `new ${callee.name}()` });
          },
        }),
      },
    },
  };
  return Deno.lint.runPlugin(plugin, file, source).map(({ message, range }) => ({
    name: message,
    line: source.slice(0, range[0]).split("\n").length,
  }));
}
