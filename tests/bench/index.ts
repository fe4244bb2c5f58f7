import { benchmarkApi } from './api.ts'
import { benchmarkEngine } from './engine.ts'
import { benchmarkPage } from './page.ts'
import { benchmarkPlayer } from './player.ts'
import { benchmarkQueue } from './queue.ts'
import { benchmarkScale } from './scale.ts'
import { benchmarkSearch } from './search.ts'
import { benchmarkWeb } from './web.ts'
import { createWorlds } from './world.ts'

/**
 * `api`, `page`, `player`, `engine`, `queue`, `web`, `scale` or `search` runs that part alone; `scale 0.01` a hundredth of it. The last two
 * are large and run only when named.
 */
const [, , part, factor] = process.argv

if (part === 'scale') {
  await benchmarkScale(factor === undefined ? 1 : Number(factor))
} else if (part === 'search') {
  await benchmarkSearch(factor === undefined ? 1 : Number(factor))
} else if (part === 'web') {
  await benchmarkWeb()
} else if (part === 'queue') {
  await benchmarkQueue()
} else if (part === 'engine') {
  await benchmarkEngine()
} else {
  const { worlds, remove } = await createWorlds()
  try {
    const [demo] = worlds
    const isSelected = (name: string) => part === undefined || part === name
    if (isSelected('api')) await benchmarkApi(worlds)
    if (demo && isSelected('page')) await benchmarkPage(demo)
    if (demo && isSelected('player')) await benchmarkPlayer(demo)
    if (part === undefined) await benchmarkQueue()
    if (part === undefined) await benchmarkWeb()
    if (part === undefined) await benchmarkEngine()
  } finally {
    await remove()
  }
}
