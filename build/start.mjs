/** `npm start`: installs and builds what is missing or stale, then is the server. */
import './build.mjs'
import { at } from './lib/paths.mjs'

// TypeORM brings a source map for each of its files, which Node would read and keep: a tenth of the memory and of the start.
await import('typeorm')
process.setSourceMapsEnabled(true)
// In this very process: signals and the exit code are the server's own, and nothing can be orphaned.
await import(at('dist/server/main.js'))
