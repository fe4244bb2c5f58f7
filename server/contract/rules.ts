/**
 * Rules of section 5 of both documents as pure functions, without zod, so that a page can use them
 * while a person types and the server uses the very same ones. A module for each thing they are about:
 * a page carries those it asks.
 */
export * from './rules/addresses.ts'
export * from './rules/choices.ts'
export * from './rules/dead.ts'
export * from './rules/fields.ts'
export * from './rules/tags.ts'
export * from './rules/text.ts'
export * from './rules/times.ts'
