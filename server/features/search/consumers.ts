import { nameKey, writeWords } from '../words/service.ts'
import { sql } from '#db/sql.ts'
import type { Fact } from '#outbox/facts.ts'
import type { Consumer } from '#outbox/outbox.ts'

type Named = Fact & { kind: 'beadCreated' | 'beadChanged' | 'beadPublished' | 'beadRemoved' }

/** Keeps playlists' titles as single words, as a text's `*name` says them: as they are by now, and none of what is gone. */
export const followNames: Consumer = {
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
