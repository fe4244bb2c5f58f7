import { relative } from 'node:path'
import { builtinModules } from 'node:module'
import { doors, reserved } from './doors.js'
import { betterSpecifier, resolveImport } from './resolve.js'

/**
 * Converts a pattern of doors.js to a regular expression. `<own>` becomes a group of that name, or the value `own`.
 * @param {string} pattern @param {string} [own]
 */
function expression(pattern, own) {
  const source = pattern.replace(/\*\*|\*|<own>|[{},]|[.+^$()|[\]\\]/g, (token) => {
    switch (token) {
      case '**':
        return '.*'
      case '*':
        return '[^/]*'
      case '<own>':
        return own === undefined ? '(?<own>[^/]+)' : own.replace(/[.+^$()|[\]\\]/g, '\\$&')
      case '{':
        return '(?:'
      case '}':
        return ')'
      case ',':
        return '|'
      default:
        return `\\${token}`
    }
  })
  return new RegExp(`^${source}$`)
}

/** The row of doors.js for a file (a path from the root, with slashes), or null if there is none. @param {string} file */
export function roomOf(file) {
  for (const door of doors) {
    const match = expression(door.files).exec(file)
    if (match) return { door, own: match.groups?.own ?? '' }
  }
  return null
}

/** `@scope/name/deep` → `@scope/name`. @param {string} specifier */
const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/**
 * The reason why `file` may not import `specifier`; null if it may.
 * @param {string} file path from the root, with slashes @param {string} specifier @param {boolean} typeOnly
 */
export function refusal(file, specifier, typeOnly) {
  const room = roomOf(file)
  const target = resolveImport(file, specifier)
  if (target !== null) {
    if (!room) return null
    const open = room.door.may.some((entry) => {
      const forTypes = entry.startsWith('type ')
      return (typeOnly || !forTypes) && expression(forTypes ? entry.slice(5) : entry, room.own).test(target)
    })
    return open ? null : room.door.why
  }
  const name = packageOf(specifier)
  const keeper = reserved.find((entry) => entry.name === name)
  if (keeper && !expression(keeper.only).test(file)) return keeper.why
  if (!room?.door.packages) return null
  return room.door.packages.includes(name) && !builtinModules.includes(name) ? null : room.door.why
}

/** @param {any} node an import or export declaration */
const typesOnly = (node) =>
  node.importKind === 'type' ||
  node.exportKind === 'type' ||
  (node.specifiers?.length > 0 && node.specifiers.every((/** @type {any} */ one) => one.importKind === 'type' || one.exportKind === 'type'))

/**
 * Calls `check` for each import, export and import type of a file with a literal specifier.
 * @param {(node: any, specifier: string, typeOnly: boolean) => void} check
 */
const eachImport = (check) => {
  /** @param {any} node @param {any} source @param {boolean} typeOnly */
  const visit = (node, source, typeOnly) => {
    if (typeof source?.value === 'string') check(node, source.value, typeOnly)
  }
  return {
    ImportDeclaration: (/** @type {any} */ node) => visit(node, node.source, typesOnly(node)),
    ExportNamedDeclaration: (/** @type {any} */ node) => visit(node, node.source, typesOnly(node)),
    ExportAllDeclaration: (/** @type {any} */ node) => visit(node, node.source, typesOnly(node)),
    ImportExpression: (/** @type {any} */ node) => visit(node, node.source, false),
    // `import('./x.ts').Name`: a type without an import declaration.
    TSImportType: (/** @type {any} */ node) => visit(node, node.source ?? node.argument?.literal, true),
  }
}

/** @param {{ cwd: string, filename: string }} context */
const pathOf = (context) => relative(context.cwd, context.filename).replaceAll('\\', '/')

/** @type {import('eslint').Rule.RuleModule} */
export const doorsRule = {
  meta: { type: 'problem', schema: [], messages: { closed: '"{{specifier}}" may not be imported here. {{why}}' } },
  create: (context) =>
    eachImport((node, specifier, typeOnly) => {
      const why = refusal(pathOf(context), specifier, typeOnly)
      if (why !== null) context.report({ node, messageId: 'closed', data: { specifier, why } })
    }),
}

/** @type {import('eslint').Rule.RuleModule} */
export const subpathsRule = {
  meta: { type: 'problem', schema: [], messages: { relative: 'Import "{{specifier}}" as "{{better}}": see imports in package.json.' } },
  create: (context) =>
    eachImport((node, specifier) => {
      const better = betterSpecifier(pathOf(context), specifier)
      if (better !== null) context.report({ node, messageId: 'relative', data: { specifier, better } })
    }),
}
