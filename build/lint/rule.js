import { posix, relative } from 'node:path'
import { builtinModules } from 'node:module'
import { doors, reserved } from './doors.js'

/**
 * A pattern as an expression: see doors.js. `<own>` becomes a group of that name, or what it found.
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

/** The room of a file (a path from the root, with slashes), or null where no door stands. @param {string} file */
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
 * Why `file` may not import `specifier`, or null where it may.
 * @param {string} file path from the root, with slashes @param {string} specifier @param {boolean} typeOnly
 */
export function refusal(file, specifier, typeOnly) {
  const room = roomOf(file)
  if (specifier.startsWith('.')) {
    if (!room) return null
    const target = posix.join(posix.dirname(file), specifier)
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

/** @type {import('eslint').Rule.RuleModule} */
export const doorsRule = {
  meta: { type: 'problem', schema: [], messages: { closed: '"{{specifier}}" may not be imported here. {{why}}' } },
  create(context) {
    const file = relative(context.cwd, context.filename).replaceAll('\\', '/')
    /** @param {any} node @param {any} source @param {boolean} typeOnly */
    const check = (node, source, typeOnly) => {
      const specifier = source?.value
      if (typeof specifier !== 'string') return
      const why = refusal(file, specifier, typeOnly)
      if (why !== null) context.report({ node, messageId: 'closed', data: { specifier, why } })
    }
    return {
      ImportDeclaration: (node) => check(node, node.source, typesOnly(node)),
      ExportNamedDeclaration: (node) => check(node, node.source, typesOnly(node)),
      ExportAllDeclaration: (node) => check(node, node.source, typesOnly(node)),
      ImportExpression: (node) => check(node, node.source, false),
      // `import('./x.ts').Name`, a type without a declaration.
      TSImportType: (/** @type {any} */ node) => check(node, node.source ?? node.argument?.literal, true),
    }
  },
}
