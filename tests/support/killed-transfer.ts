/** A process of its own: copies or restores, and kills itself at a step, or some time (ms) after it. */
import { loadConfig } from '../../server/config.ts'
import { copyDatabase } from '../../server/transfer/copy.ts'
import { restore } from '../../server/transfer/restore.ts'

const [kind, source = '', step, delayMs] = process.argv.slice(2)

const onStep = (next: string): void => {
  if (next !== step) return
  const kill = () => process.kill(process.pid, 'SIGKILL')
  if (delayMs === '0') kill()
  else setTimeout(kill, Number(delayMs))
}

const config = loadConfig()
if (kind === 'restore') await restore(config, source, onStep)
else await copyDatabase({ kind: 'sqlite', path: source }, config.database, config.dataDir, { onStep })
