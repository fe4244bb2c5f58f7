import { benchmarkApi } from './api.ts'
import { benchmarkPage } from './page.ts'
import { benchmarkPlayer } from './player.ts'
import { benchmarkScale } from './scale.ts'
import { createWorlds } from './world.ts'

/** `api`, `page`, `player` or `scale` runs that part alone; `scale 0.01` a hundredth of it. The large one runs only when asked for. */
const [, , part, factor] = process.argv

if (part === 'scale') {
  await benchmarkScale(factor === undefined ? 1 : Number(factor))
} else {
  const { worlds, remove } = await createWorlds()
  try {
    const [demo] = worlds
    const wanted = (name: string) => part === undefined || part === name
    if (wanted('api')) await benchmarkApi(worlds)
    if (demo && wanted('page')) await benchmarkPage(demo)
    if (demo && wanted('player')) await benchmarkPlayer(demo)
  } finally {
    await remove()
  }
}
