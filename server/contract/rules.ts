/**
 * Rules of section 5 of both documents as pure functions without zod, so that pages validate while typing with the same code as the
 * server. One module per topic, so that a page loads only what it uses.
 */
export * from './rules/addresses.ts'
export * from './rules/adminActions.ts'
export * from './rules/choices.ts'
export * from './rules/connect.ts'
export * from './rules/dead.ts'
export * from './rules/fields.ts'
export * from './rules/notices.ts'
export * from './rules/playability.ts'
export * from './rules/suspension.ts'
export * from './rules/tags.ts'
export * from './rules/text.ts'
export * from './rules/times.ts'
export * from './rules/tv.ts'
