// Finds out which fields of a type the scripts read. It goes by the compiler's types: a property of the same name in another type
// does not count. The compiler's API is unstable, so only this file uses it.

import {
  type Node,
  isBindingElement,
  isElementAccessExpression,
  isIdentifier,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isStringLiteral,
} from 'typescript/unstable/ast';
import { API, type Checker, type Project, type Type, TypeFlags } from 'typescript/unstable/sync';

/** The name of each field of a type, and whether a script reads it. */
export type Fields = ReadonlyMap<string, boolean>;

export interface FieldReads {
  /** The fields of a type that the file exports. Throws if there is no such type. */
  readonly fieldsOf: (type: string) => Fields;
  readonly close: () => void;
}

/** Property reads in the scripts of a project: the objects that are read from, by the property's name. */
type Reads = ReadonlyMap<string, readonly Node[]>;

/**
 * Finds out which fields of the types in `file` are read. `config` is the `tsconfig.json` of a project with that file, and
 * `isScript` tells which of its files count.
 */
export function fieldReads(config: string, file: string, isScript: (path: string) => boolean): FieldReads {
  const api = new API();
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  if (project === undefined) throw new Error(`${config} is not a project`);
  const { checker } = project;
  const source = project.program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} is not a module of ${config}`);
  const reads = readsIn(project, isScript);
  return {
    fieldsOf: (name) => {
      const symbol = checker.getExportsOfModule(module).find((candidate) => candidate.name === name);
      if (symbol === undefined) throw new Error(`${file} has no type ${name}`);
      const type = checker.getDeclaredTypeOfSymbol(symbol);
      return new Map(
        checker
          .getPropertiesOfType(type)
          .map((field) => [
            field.name,
            (reads.get(field.name) ?? []).some((object) => isReadFrom(checker, type, field.name, object)),
          ]),
      );
    },
    close: () => api.close(),
  };
}

/** Whether a read of this field from `object` may read the field of `type`: the object inherits it from there, or may be a `type`. */
function isReadFrom(checker: Checker, type: Type, field: string, object: Node): boolean {
  const objectType = checker.getTypeAtLocation(object);
  const from = objectType && checker.getNonNullableType(objectType);
  if (from === undefined || (from.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never)) !== 0) return false;
  // A type with an index signature accepts every object and declares no field.
  const declarations = declarationsOf(checker, from, field);
  if (declarations.length === 0) return false;
  if (checker.isTypeAssignableTo(type, from)) return true;
  const fieldDeclarations = new Set(declarationsOf(checker, type, field));
  return declarations.some((declaration) => fieldDeclarations.has(declaration));
}

/** Where a field of a type is declared. */
const declarationsOf = (checker: Checker, type: Type, field: string): readonly string[] =>
  checker.getPropertyOfType(type, field)?.declarations.map(({ path, index }) => `${path}:${index}`) ?? [];

function readsIn({ program, checker }: Project, isScript: (path: string) => boolean): Reads {
  const reads = new Map<string, Node[]>();
  const add = (name: string, object: Node): void => {
    const objects = reads.get(name);
    if (objects === undefined) reads.set(name, [object]);
    else objects.push(object);
  };
  const visit = (node: Node): void => {
    if (isPropertyAccessExpression(node)) add(node.name.text, node.expression);
    else if (isElementAccessExpression(node))
      for (const name of textsOf(checker.getTypeAtLocation(node.argumentExpression))) add(name, node.expression);
    else if (isBindingElement(node) && isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name;
      if (name !== undefined && (isIdentifier(name) || isStringLiteral(name))) add(name.text, node.parent);
    }
    node.forEachChild(visit);
  };
  for (const path of program.getSourceFileNames().filter(isScript)) {
    const source = program.getSourceFile(path);
    if (source !== undefined) visit(source);
  }
  return reads;
}

/** The string literals that a key of this type may be; empty for `string`. */
function textsOf(type: Type | undefined): readonly string[] {
  const types = type?.isUnionType() ? (type.getTypes() ?? []) : [type];
  return types.flatMap((literal) => (literal?.isStringLiteralType() ? [literal.value] : []));
}
