import { nameKey, writeWords } from '../words/service.ts'
import { sql } from '#db/sql.ts'
import type { Fact } from '#outbox/facts.ts'
import type { Consumer } from '#outbox/outbox.ts'

type Named = Fact & { kind: 'beadCreated' | 'beadChanged' | 'beadPublished' | 'beadRemoved' }

/** Updates the titles of playlists as single words, by which `*name` in texts refers to them. Reads the current state. */
export const syncTitleWords: Consumer = {
  name: 'lookups.names',
  kinds: ['beadCreated', 'beadChanged', 'beadPublished', 'beadRemoved', 'memberRemoved'],
  async apply(manager, fact) {
    if (fact.kind === 'memberRemoved') {
      await sql(manager, 'DELETE FROM "collected" WHERE "uid" = :uid', { uid: fact.uid })
      return
    }
    const { beadId } = fact as Named
    const [bead] = await sql<{ title: string }>(manager, 'SELECT "title" FROM "bead" WHERE "id" = :beadId', { beadId })
    const name = bead ? nameKey(bead.title) : ''
    await writeWords(manager, 'name', beadId, name === '' ? [] : [name])
  },
}
