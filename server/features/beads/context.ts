/** Dependencies and helpers that the queries and commands of playlists share. */
import type { DataSource, EntityManager } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { messages, type Bead } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import type { Images } from '../images/service.ts'
import { logAdminAction } from '../moderation/service.ts'
import { maySee } from './access.ts'
import { createCurators, type Curators } from './curators.ts'
import { InviteeEntity } from './entities.ts'
import { createGroups, type Groups } from './groups.ts'
import { readBead, readInvitees, toBead, type BeadRecord } from './records.ts'
import { createTotals, type Totals } from './totals.ts'

export interface BeadDeps {
  db: DataSource
  images: Images
  readOnly: boolean
  /** Host of this site, to which the attribution of a picture may link. */
  host?: string
  /** Whether an image search returned this picture URL recently. */
  isFound?: (address: string) => boolean
  now?: () => number
}

export interface BeadContext extends Required<BeadDeps> {
  totals: Totals
  groups: Groups
  curators: Curators
  /**
   * Updates the cached totals and groups after a commit. `before` is null for a new playlist, `after` for a deleted
   * one.
   */
  listingChanged: Totals['changed']
  /** Throws `not_found`. */
  read(id: string): Promise<BeadRecord>
  /** The playlist and whether the viewer is invited. Throws `not_found`, and `forbidden` for a draft of others. */
  open(id: string, viewer: Viewer | null): Promise<{ bead: BeadRecord; invited: boolean }>
  /** The playlist as the API returns it to the viewer. */
  toAnswer(record: BeadRecord, viewer: Viewer | null): Promise<Bead>
  toAnswers(records: readonly BeadRecord[], viewer: Viewer | null): Promise<Bead[]>
  /** Reads the playlist again, for the answer to a write. Throws `not_found` if it was deleted since. */
  reread(id: string, viewer: Viewer): Promise<Bead>
}

export function createBeadContext({ db, images, readOnly, host = '', isFound = () => false, now = Date.now }: BeadDeps): BeadContext {
  const totals = createTotals(db)
  const groups = createGroups(db, totals)

  async function toAnswers(records: readonly BeadRecord[], viewer: Viewer | null): Promise<Bead[]> {
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
    const invited = bead.hasInvitees && viewer !== null && (await db.getRepository(InviteeEntity).existsBy({ beadId: id, uid: viewer.uid }))
    if (!maySee(bead, viewer, invited)) throw new StrandError('forbidden', messages.draftHidden)
    return { bead, invited }
  }

  return {
    db,
    images,
    readOnly,
    host,
    isFound,
    now,
    totals,
    groups,
    curators: createCurators(db),
    read,
    open,
    toAnswer,
    toAnswers,
    listingChanged(before, after) {
      totals.changed(before, after)
      groups.changed()
    },
    reread: async (id, viewer) => toAnswer(await read(id), viewer),
  }
}

/** Writes an entry of the admin log, unless the viewer acts as the creator of the playlist and gives no reason. */
export async function logAsAdmin(
  manager: EntityManager,
  action: 'bead.edit' | 'bead.publish' | 'bead.delete',
  { id, title, creatorUid }: BeadRecord,
  viewer: Viewer,
  detail: Record<string, unknown> = {},
): Promise<void> {
  if (viewer.isAdmin && (viewer.uid !== creatorUid || detail.reason !== undefined))
    await logAdminAction(manager, { by: viewer.uid, action, target: { kind: 'bead', id }, detail: { title, ...detail } })
}
