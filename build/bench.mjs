/**
 * `npm run bench`: measurements, and their ratios to a floor (the least possible cost on the same machine). `npm run bench -- api` (or
 * `page`, `player`, `queue`, `web`, `use`, `connect`) runs one part. `-- scale` and `-- scale-postgres` measure a large database, which
 * takes minutes to build and is reused.
 */
import './build.mjs'
import { runBin } from './lib/run.mjs'

const { code } = await runBin('tsx/dist/cli.mjs', ['tests/bench/index.ts', ...process.argv.slice(2)])
process.exit(code)
