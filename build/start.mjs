/** `npm start`: installs and builds what is missing or stale, then is the server. */
import './build.mjs'
import { at } from './lib/paths.mjs'

// In this very process: signals and the exit code are the server's own, and nothing can be orphaned.
process.setSourceMapsEnabled(true)
await import(at('dist/server/main.js'))
