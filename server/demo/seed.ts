/** Seeds an empty database with the demo world. */
import type { DataSource, EntityManager, EntitySchema, ObjectLiteral } from 'typeorm'
import { databaseKind } from '#db/data-source.ts'
import { transaction } from '#db/transaction.ts'
import { MemberEntity } from '../features/accounts/entities.ts'
import { hashPassword } from '../features/accounts/passwords.ts'
import { BeadEntity, BeadTagEntity, InviteeEntity } from '../features/beads/entities.ts'
import { tagRowsOf } from '../features/beads/tags.ts'
import { CommentEntity } from '../features/comments/entities.ts'
import { backfillActivity, backfillHeads, type Run } from '../features/feed/backfill.ts'
import { backfillHealth } from '../features/health/backfill.ts'
import { backfillPosts } from '../features/posts/backfill.ts'
import { NotificationActivityEntity, NotificationEntity } from '../features/notifications/entities.ts'
import { PostEntity } from '../features/posts/entities.ts'
import { invalidateIndexes } from '../features/search/changes.ts'
import { TagEntity } from '../features/social/entities.ts'
import { RelationEntity } from '../features/relations/entities.ts'
import { notificationsOf } from './notifications.ts'
import { buildWorld } from './world.ts'

export { houseTitles } from './playlists/house.ts'
export { demoSkins } from './playlists/partners.ts'
export { showcaseTitle } from './playlists/showcase.ts'

/** The password of the accounts `demo`, `partner` and `admin`. */
export const demoPassword = 'strand'

/** SQLite takes at most 32,766 parameters in a statement; a post has 25 columns. */
const batch = 400

async function insert<T extends ObjectLiteral>(manager: EntityManager, entity: EntitySchema<T>, rows: readonly T[]): Promise<void> {
  for (let from = 0; from < rows.length; from += batch)
    await manager
      .createQueryBuilder()
      .insert()
      .into(entity)
      .values(rows.slice(from, from + batch))
      .updateEntity(false)
      .execute()
}

/** Expects a database without members. Deterministic for a given `now`, except for the salts of the passwords. */
export async function seedDemoWorld(db: DataSource, now: Date): Promise<void> {
  const world = buildWorld(now, await hashPassword(demoPassword))
  const demoNotifications = notificationsOf(world, new Set(['demo', 'partner', 'admin']), now)
  await transaction(db, async (manager) => {
    await insert(manager, MemberEntity, world.members)
    await insert(manager, BeadEntity, world.beads)
    await insert(
      manager,
      BeadTagEntity,
      world.beads.flatMap(({ id, tags }) => tagRowsOf(id, tags)),
    )
    await insert(manager, InviteeEntity, world.invitees)
    await insert(manager, PostEntity, world.posts)
    await insert(manager, CommentEntity, world.comments)
    await insert(manager, RelationEntity, world.relations)
    await insert(manager, TagEntity, world.tags)
    await insert(manager, NotificationEntity, demoNotifications.notifications)
    await insert(manager, NotificationActivityEntity, demoNotifications.activities)
    const run: Run = (statement, values) => manager.query(statement, values)
    await backfillPosts(run, databaseKind(db) === 'postgres')
    await backfillHealth(run, databaseKind(db) === 'postgres')
    await backfillActivity(run, databaseKind(db) === 'postgres')
    await backfillHeads(run)
    await invalidateIndexes(manager)
  })
}
