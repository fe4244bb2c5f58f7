/** Runs the built server in this process. For services and containers, which build nothing; `npm start` builds first. */
import './lib/nodeVersion.mjs'
import { at } from './lib/paths.mjs'

// TypeORM has a source map for each file. Loading them would take a tenth of the memory and of the startup time.
await import('typeorm')
process.setSourceMapsEnabled(true)
// In the same process, so that signals and the exit code are the server's, and no child can be orphaned.
await import(at('dist/server/main.js'))
