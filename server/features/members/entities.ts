import { EntitySchema } from 'typeorm'
import { count, id, instant, longText, text, uid } from '#db/columns.ts'

/** The removal of a member's posts, comments and playlists of a period. At most one per member runs at a time. */
export interface ContentRemovalRow {
  id: string
  /** The member whose content is removed. No foreign key: it goes on if the account is deleted. */
  uid: string
  /** The admin. */
  adminUid: string
  reason: string
  /** First instant of the period; '' for everything. */
  since: string
  /** End of the period: the instant of the preview, so that only what it showed is removed. */
  before: string
  /** Numbers when it began. */
  posts: number
  comments: number
  beads: number
  /** `stopped`: the admin lost the role. */
  status: 'running' | 'done' | 'stopped'
  creationDate: string
}

export const ContentRemovalEntity = new EntitySchema<ContentRemovalRow>({
  name: 'content_removal',
  columns: {
    id: id({ primary: true }),
    uid: uid(),
    adminUid: uid(),
    reason: longText(),
    since: instant(),
    before: instant(),
    posts: count(),
    comments: count(),
    beads: count(),
    status: text(8),
    creationDate: instant(),
  },
  indices: [
    { name: 'content_removal_uid', columns: ['uid', 'id'] },
    { name: 'content_removal_running', columns: ['uid'], unique: true, where: `"status" = 'running'` },
  ],
})
