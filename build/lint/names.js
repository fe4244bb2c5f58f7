import { basename } from 'node:path'

/** Words that names no longer contain, each with the terms to use instead: see Language in CONTRIBUTING.md. */
export const retiredWords = new Map([
  ['anew', 'again, reload, refetch'],
  ['anybody', 'any'],
  ['asked', 'request, query, prompt, requested'],
  ['asks', 'request, query, prompt'],
  ['attend', 'start'],
  ['aversion', 'block'],
  ['began', 'started'],
  ['begun', 'started'],
  ['bones', 'skeleton'],
  ['calm', 'idle'],
  ['doer', 'actor'],
  ['everybody', 'all, public'],
  ['finds', 'results'],
  ['happening', 'event, activity'],
  ['happenings', 'events, activities'],
  ['hear', 'listen, handle'],
  ['heard', 'received, started'],
  ['heed', 'listen, watch'],
  ['hider', 'viewer'],
  ['hurry', 'flush'],
  ['kept', 'stored, saved, retained'],
  ['ledger', 'collected'],
  ['lesson', 'onSuccess'],
  ['looker', 'viewer'],
  ['meant', 'corrected, intended'],
  ['meanwhile', 'pending, concurrent'],
  ['mended', 'corrected, repaired'],
  ['nobody', 'none, empty'],
  ['obey', 'handle'],
  ['patience', 'timeoutMs'],
  ['planted', 'seeded'],
  ['poke', 'wake'],
  ['promo', 'promotion'],
  ['rarest', 'interval, limit'],
  ['reheat', 'updateHotness'],
  ['said', 'message, shown'],
  ['say', 'announce, report, expr'],
  ['says', 'message'],
  ['somebody', 'other, member'],
  ['sought', 'pendingSeek'],
  ['telling', 'notification'],
  ['tellings', 'notifications'],
  ['told', 'notified, sent, reported'],
  ['usual', 'default'],
  ['wanted', 'requested, expected, target'],
  ['whatever', 'any'],
  ['whoever', 'caller, member'],
  ['widest', 'broadest, max'],
  ['wish', 'command, channel'],
  ['wishes', 'commands, channels'],
  ['witness', 'observer, recorder'],
])

/** Properties of stored data: a column and two events. */
const storedNames = new Set(['told', 'passwordResetAsked', 'emailVerificationAsked'])

/** @param {string} name in camel case, upper case or with hyphens @returns {string | undefined} */
export const retiredWordIn = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .find((word) => retiredWords.has(word))

/** The identifiers that a pattern declares. @param {any} pattern @returns {any[]} */
function declaredIn(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern]
    case 'ObjectPattern':
      return pattern.properties.flatMap((/** @type {any} */ property) => declaredIn(property.value ?? property.argument))
    case 'ArrayPattern':
      return pattern.elements.flatMap(declaredIn)
    case 'AssignmentPattern':
      return declaredIn(pattern.left)
    case 'RestElement':
      return declaredIn(pattern.argument)
    case 'TSParameterProperty':
      return declaredIn(pattern.parameter)
    default:
      return []
  }
}

/** Words that comments avoid, because they replace the subject of a sentence. */
const commentWords = /\b(?:anew|anybody|everybody|meanwhile|nobody|somebody|told|whatever|whoever)\b/i

/** Rejects declarations and files whose name contains a retired word, and comments with one. @type {any} */
export const namesRule = {
  meta: {
    type: 'suggestion',
    messages: {
      retired: '`{{name}}` contains the retired word “{{word}}”. Use: {{terms}}.',
      comment: 'The comment contains “{{word}}”. Name the subject.',
    },
    schema: [],
  },
  create(/** @type {any} */ context) {
    /** @param {any} node @param {string} name */
    const check = (node, name) => {
      const word = retiredWordIn(name)
      if (word) context.report({ node, messageId: 'retired', data: { name, word, terms: retiredWords.get(word) } })
    }
    /** @param {any} pattern */
    const checkPattern = (pattern) => {
      for (const identifier of declaredIn(pattern)) check(identifier, identifier.name)
    }
    /** @param {any} node */
    const checkParameters = (node) => {
      for (const parameter of node.params) checkPattern(parameter)
    }
    /** @param {any} node */
    const checkFunction = (node) => {
      checkPattern(node.id)
      checkParameters(node)
    }
    /** @param {any} node */
    const checkId = (node) => checkPattern(node.id)
    /** @param {any} node */
    const checkKey = (node) => {
      if (!node.computed && !node.shorthand && !storedNames.has(node.key.name)) checkPattern(node.key)
    }
    return {
      Program: (/** @type {any} */ node) => {
        check(node, basename(context.filename))
        for (const { value, loc } of context.sourceCode.getAllComments()) {
          const word = commentWords.exec(value)?.[0]
          if (word) context.report({ loc, messageId: 'comment', data: { word } })
        }
      },
      VariableDeclarator: checkId,
      FunctionDeclaration: checkFunction,
      FunctionExpression: checkFunction,
      ArrowFunctionExpression: checkFunction,
      ClassDeclaration: checkId,
      TSInterfaceDeclaration: checkId,
      TSTypeAliasDeclaration: checkId,
      TSEnumDeclaration: checkId,
      TSPropertySignature: checkKey,
      TSMethodSignature: (/** @type {any} */ node) => {
        checkKey(node)
        checkParameters(node)
      },
      TSFunctionType: checkParameters,
      PropertyDefinition: checkKey,
      MethodDefinition: checkKey,
      'ObjectExpression > Property': checkKey,
      // Without an alias, the declaration is reported.
      ExportSpecifier: (/** @type {any} */ node) => {
        if (node.exported.name !== node.local.name) checkPattern(node.exported)
      },
    }
  },
}
