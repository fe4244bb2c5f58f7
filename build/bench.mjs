/** `npm run bench`: figures and their ratio to a floor. `npm run bench -- api` or `-- page` runs one part. */
import './build.mjs'
import { runBin } from './lib/run.mjs'

const { code } = await runBin('tsx/dist/cli.mjs', ['tests/bench/index.ts', ...process.argv.slice(2)])
process.exit(code)
