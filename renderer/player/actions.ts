/** The commands as one object, `player`. In a file of its own, so that `index.ts` only re-exports. */
export * as player from './commands.ts'
