/** Emits events and writes relations and comments directly, for tests of consumers. */
import type { DataSource } from 'typeorm'
import { newId } from '#db/ids.ts'
import { transaction } from '#db/transaction.ts'
import { CommentEntity } from '../../server/features/comments/entities.ts'
import { RelationEntity, type RelationType } from '../../server/features/relations/entities.ts'
import type { Fact } from '#outbox/facts.ts'
import { emit } from '#outbox/outbox.ts'

export const happens = (db: DataSource, ...facts: Fact[]): Promise<void> =>
  transaction(db, async (manager) => {
    for (const fact of facts) await emit(manager, fact)
  })

export const relate = (db: DataSource, uid: string, type: RelationType, entity: string, superfollow = false): Promise<unknown> =>
  transaction(db, (manager) => manager.save(RelationEntity, { uid, type, entity, superfollow, creationDate: new Date().toISOString() }))

export const unrelate = (db: DataSource, uid: string, type: RelationType, entity: string): Promise<unknown> =>
  transaction(db, (manager) => manager.delete(RelationEntity, { uid, type, entity }))

export async function commentOn(
  db: DataSource,
  postId: string,
  creatorUid: string,
  text = 'Well said.',
  mentions: string[] = [],
): Promise<string> {
  const id = newId('comment')
  await transaction(db, async (manager) => {
    await manager.insert(CommentEntity, { id, postId, creatorUid, text, creationDate: new Date().toISOString() })
    await emit(manager, { kind: 'commentCreated', commentId: id, postId, by: creatorUid, mentions })
  })
  return id
}
