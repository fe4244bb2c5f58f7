import { createRequire } from 'node:module'
import { ESLintUtils } from '@typescript-eslint/utils'
import ts from 'typescript'
import { browsers } from '#contract/browsers.js'

const { chrome, edge, firefox, safari } = browsers

/** The oldest supported version of each browser, by its name in the compatibility data. @type {Record<string, string>} */
const oldest = { chrome, edge, firefox, safari, chrome_android: chrome, firefox_android: firefox, safari_ios: safari }

/** @type {any} */
let data
export const compatibility = () => (data ??= createRequire(import.meta.url)('@mdn/browser-compat-data'))

/** @param {string} version */
const numberOf = (version) => {
  const [major = 0, minor = 0] = version.replace(/^≤/, '').split('.').map(Number)
  return major * 1000 + minor
}

/**
 * The supported browsers whose oldest versions lack a feature, as `safari 17.4`. A prefixed feature is supported: the build adds prefixes.
 * @param {any} feature an entry of the compatibility data @returns {string[]}
 */
export function missingIn(feature) {
  const support = feature?.__compat?.support
  if (!support) return []
  return Object.entries(oldest).flatMap(([browser, version]) => {
    if (!support[browser]) return []
    const statements = [support[browser]].flat()
    const since = statements
      .filter(
        ({ flags, alternative_name: alias, version_removed: removed }) =>
          !flags && !alias && !(removed && numberOf(removed) <= numberOf(version)),
      )
      .map(({ version_added: added }) => added)
    if (since.some((added) => typeof added === 'string' && added !== 'preview' && numberOf(added) <= numberOf(version))) return []
    return [`${browser} ${since.find((added) => typeof added === 'string') ?? '(never)'}`]
  })
}

/** @param {ts.Declaration} declaration */
const isOfLibrary = (declaration) => /\/lib\.[\w.]+\.d\.ts$/.test(declaration.getSourceFile().fileName)

/** The interface or constructor that declares a member, and whether the member is static. @param {ts.Declaration} declaration */
function holderOf({ parent }) {
  if (ts.isInterfaceDeclaration(parent)) {
    const name = parent.name.text
    return name.endsWith('Constructor') ? { name: name.slice(0, -'Constructor'.length), isStatic: true } : { name, isStatic: false }
  }
  if (ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent)) return { name: parent.parent.name.getText(), isStatic: true }
  return null
}

const aliases = /** @type {Record<string, string>} */ ({
  ReadonlyArray: 'Array',
  ReadonlySet: 'Set',
  ReadonlyMap: 'Map',
  IteratorObject: 'Iterator',
  CSSNumericValue: 'CSS',
})

/** @param {string} holder @param {string} member @param {boolean} isStatic */
function memberOf(holder, member, isStatic) {
  const { api, javascript } = compatibility()
  const name = aliases[holder] ?? holder
  const found = api[name] ?? javascript.builtins[name] ?? javascript.builtins.Intl[name]
  return (isStatic ? found?.[`${member}_static`] : undefined) ?? found?.[member]
}

/**
 * All interfaces of a type, its own first: the data lists members of mixins under the interfaces that include them.
 * @param {ts.TypeChecker} checker @param {ts.Type} type @returns {string[]}
 */
function namesOf(checker, type) {
  if (type.isUnionOrIntersection()) return type.types.flatMap((one) => namesOf(checker, one))
  const name = type.symbol?.name
  if (name === undefined) return []
  return [
    name.replace(/Constructor$/, ''),
    ...(type.isClassOrInterface() || type.symbol.flags & ts.SymbolFlags.Interface
      ? (checker.getBaseTypes(/** @type {ts.InterfaceType} */ (type)) ?? []).flatMap((base) => namesOf(checker, base))
      : []),
  ]
}

/** Whether the code checks that a member exists: `x.y?.()`, `typeof x.y`. @param {any} node */
const isTested = (node) => {
  const { parent } = node
  return (
    (parent.type === 'CallExpression' && parent.callee === node && parent.optional) ||
    (parent.type === 'UnaryExpression' && parent.operator === 'typeof')
  )
}

/**
 * Rejects members of platform objects, globals, events and attributes that the oldest supported browsers lack.
 * @type {import('eslint').Rule.RuleModule}
 */
export const browsersRule = {
  meta: {
    type: 'problem',
    schema: [{ type: 'array', items: { type: 'string' } }],
    messages: {
      missing:
        '{{what}} is not in every supported browser (server/contract/browsers.js): {{where}}. Use something else, or test for it and add it to the exceptions in build/eslint.config.js.',
    },
  },
  create(context) {
    /** @type {any} */
    const services = context.sourceCode.parserServices
    if (!services?.program) return {}
    const { getSymbolAtLocation, getTypeAtLocation } = ESLintUtils.getParserServices(/** @type {any} */ (context))
    const checker = services.program.getTypeChecker()
    const exceptions = new Set(/** @type {string[]} */ (context.options[0] ?? []))

    /** @param {any} node @param {string} what @param {any} feature */
    const report = (node, what, feature) => {
      if (exceptions.has(what) || exceptions.has(what.replace(/\..*/, '.*'))) return
      const where = missingIn(feature)
      if (where.length > 0) context.report({ node, messageId: 'missing', data: { what, where: where.join(', ') } })
    }
    /** @param {any} node @param {any} name @param {() => ts.Type} typeOf */
    const checkMember = (node, name, typeOf) => {
      const declaration = getSymbolAtLocation(name)?.declarations?.find(isOfLibrary)
      const holder = declaration && holderOf(declaration)
      if (!holder || isTested(node)) return
      const feature =
        memberOf(holder.name, name.name, holder.isStatic) ??
        namesOf(checker, typeOf())
          .map((one) => memberOf(one, name.name, holder.isStatic))
          .find(Boolean)
      report(name, `${holder.name}.${name.name}`, feature)
    }
    /** @param {any} node @param {ts.Type} type @param {string} event */
    const checkEvent = (node, type, event) => {
      const names = [...namesOf(checker, type), 'Element', 'Document', 'Window']
      report(node, `event ${event}`, names.map((one) => compatibility().api[one]?.[`${event}_event`]).find(Boolean))
    }
    return {
      MemberExpression(/** @type {any} */ node) {
        if (!node.computed) checkMember(node, node.property, () => getTypeAtLocation(node.object))
      },
      'ObjectPattern > Property'(/** @type {any} */ node) {
        if (node.key.type === 'Identifier' && !node.computed) {
          const type = getTypeAtLocation(node.parent)
          const declaration = type.getProperty(node.key.name)?.declarations?.find(isOfLibrary)
          const holder = declaration && holderOf(declaration)
          if (holder)
            report(
              node.key,
              `${holder.name}.${node.key.name}`,
              memberOf(holder.name, node.key.name, holder.isStatic) ??
                namesOf(checker, type)
                  .map((one) => memberOf(one, node.key.name, holder.isStatic))
                  .find(Boolean),
            )
        }
      },
      ':matches(CallExpression, NewExpression) > Identifier.callee'(/** @type {any} */ node) {
        if (!getSymbolAtLocation(node)?.declarations?.some(isOfLibrary)) return
        const { api, javascript } = compatibility()
        report(node, node.name, api[node.name] ?? api.Window?.[node.name] ?? javascript.builtins[node.name])
      },
      'CallExpression[callee.property.name="addEventListener"][arguments.0.type="Literal"]'(/** @type {any} */ node) {
        checkEvent(node.arguments[0], getTypeAtLocation(node.callee.object), String(node.arguments[0].value))
      },
      JSXOpeningElement(/** @type {any} */ node) {
        if (node.name.type !== 'JSXIdentifier' || !/^[a-z]/.test(node.name.name)) return
        const { html } = compatibility()
        report(node.name, `<${node.name.name}>`, html.elements[node.name.name])
        for (const attribute of node.attributes) {
          if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') continue
          const name = attribute.name.name.toLowerCase()
          if (name.startsWith('on'))
            checkEvent(attribute.name, checker.getAnyType?.() ?? getTypeAtLocation(node), name.slice(2).replace(/capture$/, ''))
          else report(attribute.name, `attribute ${name}`, html.elements[node.name.name]?.[name] ?? html.global_attributes[name])
        }
      },
    }
  },
}
