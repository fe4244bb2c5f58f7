import { benchmarkApi } from './api.ts'
import { benchmarkPage } from './page.ts'
import { createWorlds } from './world.ts'

/** `api` or `page` runs that part alone. */
const [, , part] = process.argv

const { worlds, remove } = await createWorlds()
try {
  if (part !== 'page') await benchmarkApi(worlds)
  if (part !== 'api' && worlds[0]) await benchmarkPage(worlds[0])
} finally {
  await remove()
}
