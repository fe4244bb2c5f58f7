import type { EntityManager } from 'typeorm'
import { sql } from '../../db/sql.ts'
import type { Fact } from '../../outbox/facts.ts'
import type { Consumer } from '../../outbox/outbox.ts'
import { nameKey, wordsOf, writeWords } from '../words/service.ts'

type Named = Fact & { kind: 'beadCreated' | 'beadChanged' | 'beadPublished' | 'beadRemoved' | 'memberJoined' | 'memberChanged' | 'memberRemoved' }

/** As the name is by now: what is gone has none. */
async function nameWords(manager: EntityManager, fact: Named): Promise<void> {
  if ('uid' in fact) {
    const [member] = await sql<{ name: string }>(manager, 'SELECT "name" FROM "member" WHERE "uid" = :uid AND "removedDate" IS NULL', { uid: fact.uid })
    await writeWords(manager, 'member', fact.uid, member ? wordsOf(`${member.name} ${fact.uid}`) : [])
    if (!member) await sql(manager, 'DELETE FROM "collected" WHERE "uid" = :uid', { uid: fact.uid })
    return
  }
  const [bead] = await sql<{ title: string }>(manager, 'SELECT "title" FROM "bead" WHERE "id" = :beadId', { beadId: fact.beadId })
  const name = bead ? nameKey(bead.title) : ''
  await writeWords(manager, 'bead', fact.beadId, bead ? wordsOf(bead.title) : [])
  await writeWords(manager, 'name', fact.beadId, name === '' ? [] : [name])
}

/** Keeps the words of playlists' titles and of members' names; those of posts are written with the posts. */
export const followNames: Consumer = {
  name: 'lookups.names',
  kinds: ['beadCreated', 'beadChanged', 'beadPublished', 'beadRemoved', 'memberJoined', 'memberChanged', 'memberRemoved'],
  apply: (manager, fact) => nameWords(manager, fact as Named),
}
