/**
 * `npm run screens`: a picture of every screen of `tests/e2e/screens-list.ts`, in both themes, 1280 and 390
 * wide, in `screens/` with a page that shows them side by side. To be looked at, not to be compared.
 */
import './build.mjs'
import { runBin } from './lib/run.mjs'

const { code } = await runBin('tsx/dist/cli.mjs', ['tests/support/screens.ts', ...process.argv.slice(2)])
process.exit(code)
