/** Playlists: their rules, their permissions, and the transactions that change them. */
import type { DataSource, EntityManager } from 'typeorm'
import {
  beadTitle, beadTitleProblem, messages, normaliseTags, type Bead, type CallOutput, type Page,
} from '../../contract/index.ts'
import { newId } from '../../db/ids.ts'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { StrandError } from '../../http/errors.ts'
import { mayDelete, mayEdit, maySee, type Viewer } from './access.ts'
import { attributionOf } from './attribution.ts'
import { beadOfTheDay } from './day.ts'
import { BeadEntity, InviteeEntity, type BeadRow } from './entities.ts'
import { cooler, firstHeat, heatOf, hotter } from './heat.ts'
import { categoryOf, listBeads, type BeadListQuery } from './lists.ts'
import { readBead, readInvitees, toBead, type BeadRecord } from './records.ts'
import { removeBead } from './remove.ts'
import { createTotals } from './totals.ts'

export type { Viewer } from './access.ts'
export { isWriter, maySee, visibleTo } from './access.ts'
export { curatedIds, curatedPlace } from './curated.ts'
export { categoryOf } from './lists.ts'
export { toRef, type BeadRecord, type RawMember } from './records.ts'

type CreateInput = CallOutput<'POST /api/v0/beads'>['body']
type EditInput = CallOutput<'POST /api/v0/beads/:id'>['body']

export interface Beads {
  /** Throws `not_found`, and `forbidden` for a draft of others. */
  get(id: string, viewer: Viewer | null): Promise<Bead>
  /** The playlist and whether the viewer is invited, for what lies in it. Throws as `get`. */
  open(id: string, viewer: Viewer | null): Promise<{ bead: BeadRecord; invited: boolean }>
  list(query: BeadListQuery, viewer: Viewer | null): Promise<Page<Bead>>
  ofTheDay(category: string | undefined, viewer: Viewer | null): Promise<Bead | null>
  create(input: CreateInput, viewer: Viewer): Promise<Bead>
  edit(id: string, input: EditInput, viewer: Viewer): Promise<Bead>
  remove(id: string, viewer: Viewer): Promise<void>
  /** Locks the playlist's row until the caller's transaction ends; answers its number of posts. Throws `not_found`. */
  lock(manager: EntityManager, id: string): Promise<number>
  /** Warms the playlist in the caller's transaction, which has locked its row, by what happens now… */
  warm(manager: EntityManager, id: string, event: keyof typeof heatOf): Promise<void>
  /** …or takes back the warmth of what happened at `instant`. */
  cool(manager: EntityManager, id: string, event: keyof typeof heatOf, instant: string): Promise<void>
  /** Counts `posts` more (or fewer) in the caller's transaction, and warms the playlist. Locks its row. */
  count(manager: EntityManager, id: string, posts: 1 | -1): Promise<void>
}

const invalidField = (field: string, message: string): StrandError => new StrandError('invalid', message, { [field]: message })

export interface BeadDeps {
  db: DataSource
  readOnly: boolean
  now?: () => number
}

export function createBeads({ db, readOnly, now = Date.now }: BeadDeps): Beads {
  const totals = createTotals(db)

  const toAnswers = async (records: readonly BeadRecord[], viewer: Viewer | null): Promise<Bead[]> => {
    const invitees = await readInvitees(db, records)
    return records.map((record) => toBead(record, invitees.get(record.id), viewer))
  }
  const toAnswer = async (record: BeadRecord, viewer: Viewer | null): Promise<Bead> => (await toAnswers([record], viewer))[0]!

  async function read(id: string): Promise<BeadRecord> {
    const bead = await readBead(db, id)
    if (bead === null) throw new StrandError('not_found')
    return bead
  }

  async function open(id: string, viewer: Viewer | null): Promise<{ bead: BeadRecord; invited: boolean }> {
    const bead = await read(id)
    const invited = bead.groupId !== null && viewer !== null && (await db.getRepository(InviteeEntity).existsBy({ beadId: id, uid: viewer.uid }))
    if (!maySee(bead, viewer, invited)) throw new StrandError('forbidden', messages.draftHidden)
    return { bead, invited }
  }

  /** Throws `not_found`, for others may delete what has just been written. */
  const reread = async (id: string, viewer: Viewer): Promise<Bead> => toAnswer(await read(id), viewer)

  /** Everybody named must be a member; the creator needs no invitation. */
  async function inviteesOf(input: CreateInput, viewer: Viewer): Promise<string[]> {
    const uids = [...new Set(input.invitees)].filter((uid) => uid !== viewer.uid)
    if (uids.length === 0) return []
    const known = await sql<{ uid: string }>(db, 'SELECT "uid" FROM "member" WHERE "uid" IN (:...uids)', { uids })
    if (known.length < uids.length) throw invalidField('invitees', messages.notFound)
    return uids
  }

  return {
    open,

    async get(id, viewer) {
      return toAnswer((await open(id, viewer)).bead, viewer)
    },

    async list(query, viewer) {
      const { results, next, total } = await listBeads(db, totals, query, viewer)
      return { results: await toAnswers(results, viewer), next, counts: { total } }
    },

    async ofTheDay(category, viewer) {
      const record = await beadOfTheDay(db, categoryOf(category) ?? 'all', now(), readOnly)
      return record && toAnswer(record, viewer)
    },

    async create(input, viewer) {
      if (!viewer.privileges.canCreateBead) throw new StrandError('forbidden', messages.cannotCreateBead)
      const personal = input.invitees !== undefined
      const invitees = await inviteesOf(input, viewer)
      const instant = now()
      const creationDate = new Date(instant).toISOString()
      const id = newId('bead')
      const row: BeadRow = {
        id,
        title: beadTitle(input.title, !personal),
        description: input.description,
        category: input.category,
        tags: normaliseTags(input.tags),
        creatorUid: viewer.uid,
        creationDate,
        groupId: personal ? `g${id.slice(1)}` : null,
        // What everybody may fill is reviewed first: only an admin publishes it (decision 14).
        isDraft: personal || viewer.isAdmin ? input.isDraft : true,
        isFeed: false,
        image: null,
        attribution: attributionOf(input.attribution),
        postCount: 0,
        followerCount: 0,
        heat: firstHeat(heatOf.created, instant),
      }
      await transaction(db, async (manager) => {
        await manager.insert(BeadEntity, row)
        if (invitees.length > 0) await manager.insert(InviteeEntity, invitees.map((uid) => ({ beadId: id, uid, creationDate })))
        await sql(manager, 'UPDATE "member" SET "createdBeadCount" = "createdBeadCount" + 1 WHERE "uid" = :uid', { uid: viewer.uid })
      })
      totals.changed()
      return reread(id, viewer)
    },

    async edit(id, input, viewer) {
      const { bead } = await open(id, viewer)
      if (!mayEdit(bead, viewer)) throw new StrandError('forbidden')
      const isOpen = bead.groupId === null
      const problem = input.title === undefined ? null : beadTitleProblem(input.title, isOpen)
      if (problem !== null) throw invalidField('title', problem)
      if (isOpen && input.description === '') throw invalidField('description', messages.beadDescriptionRequired)
      const changes: Partial<BeadRow> = {
        ...(input.title === undefined ? {} : { title: beadTitle(input.title, isOpen) }),
        ...(input.description === undefined ? {} : { description: input.description }),
        ...(input.category === undefined ? {} : { category: input.category }),
        ...(input.tags === undefined ? {} : { tags: normaliseTags(input.tags) }),
      }
      if (Object.keys(changes).length > 0) {
        await transaction(db, (manager) => manager.update(BeadEntity, { id }, changes))
        totals.changed()
      }
      return reread(id, viewer)
    },

    async remove(id, viewer) {
      const { bead } = await open(id, viewer)
      if (!mayDelete(bead, viewer)) throw new StrandError('forbidden', mayEdit(bead, viewer) ? messages.beadNotEmpty : undefined)
      await transaction(db, async (manager) => {
        // Somebody may have posted since: the lock makes the count final.
        const postCount = await lock(manager, id)
        if (!mayDelete({ ...bead, postCount }, viewer)) throw new StrandError('forbidden', messages.beadNotEmpty)
        await removeBead(manager, id)
      })
      totals.changed()
    },

    lock,

    warm: (manager, id, event) => reheat(manager, id, ({ heat }) => hotter(heat, heatOf[event], now())),
    cool: (manager, id, event, instant) =>
      reheat(manager, id, ({ heat, creationDate }) =>
        cooler(heat, heatOf[event], Date.parse(instant), firstHeat(heatOf.created, Date.parse(creationDate))),
      ),

    async count(manager, id, posts) {
      await sql(manager, 'UPDATE "bead" SET "postCount" = "postCount" + :posts WHERE "id" = :id', { id, posts })
      if (posts < 0) return
      const [row] = await sql<{ heat: number }>(manager, 'SELECT "heat" FROM "bead" WHERE "id" = :id', { id })
      if (!row) throw new StrandError('not_found')
      await sql(manager, 'UPDATE "bead" SET "heat" = :heat WHERE "id" = :id', { id, heat: hotter(row.heat, heatOf.posted, now()) })
    },
  }
}

type Warmth = Pick<BeadRow, 'heat' | 'creationDate'>

async function reheat(manager: EntityManager, id: string, change: (before: Warmth) => number): Promise<void> {
  const [row] = await sql<Warmth>(manager, 'SELECT "heat", "creationDate" FROM "bead" WHERE "id" = :id', { id })
  if (row) await sql(manager, 'UPDATE "bead" SET "heat" = :heat WHERE "id" = :id', { id, heat: change(row) })
}

async function lock(manager: EntityManager, id: string): Promise<number> {
  await sql(manager, 'UPDATE "bead" SET "postCount" = "postCount" WHERE "id" = :id', { id })
  const [row] = await sql<{ postCount: number }>(manager, 'SELECT "postCount" FROM "bead" WHERE "id" = :id', { id })
  if (!row) throw new StrandError('not_found')
  return row.postCount
}
