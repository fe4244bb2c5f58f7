import { benchmarkApi } from './api.ts'
import { benchmarkPage } from './page.ts'
import { benchmarkScale } from './scale.ts'
import { createWorlds } from './world.ts'

/** `api`, `page` or `scale` runs that part alone; `scale 0.01` a hundredth of it. The large one runs only when asked for. */
const [, , part, factor] = process.argv

if (part === 'scale') {
  await benchmarkScale(factor === undefined ? 1 : Number(factor))
} else {
  const { worlds, remove } = await createWorlds()
  try {
    if (part !== 'page') await benchmarkApi(worlds)
    if (part !== 'api' && worlds[0]) await benchmarkPage(worlds[0])
  } finally {
    await remove()
  }
}
