/** Playlists, posts and comments on the admin page (M1, H3, E1). */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { messages, type Bead } from '#contract/index.ts'
import { idKind } from '#contract/ids.ts'
import type { AdminContent, PartnerSubmission } from '#contract/schemas/adminContent.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Beads } from '../beads/service.ts'
import type { Comments } from '../comments/service.ts'
import type { Partners } from '../partner/service.ts'
import type { Posts } from '../posts/service.ts'
import type { AdminLog } from './adminLog.ts'
import { readFlagSummary } from './flagged.ts'
import { logAdminAction } from './log.ts'

export interface ContentAdministration {
  /** Throws `not_found`. */
  get(id: string, viewer: Viewer): Promise<AdminContent>
  /** Throws `not_found`, and `conflict` for a deleted comment. */
  remove(id: string, reason: string, viewer: Viewer): Promise<void>
  /** Reads the private data of a submission and logs that. Throws `not_found`. */
  partnerSubmission(postId: string, viewer: Viewer): Promise<PartnerSubmission>
}

interface ContentDeps {
  db: DataSource
  beads: Pick<Beads, 'get' | 'daysOf' | 'remove'>
  posts: Pick<Posts, 'byIds' | 'remove'>
  comments: Pick<Comments, 'get' | 'remove'>
  accounts: Pick<Accounts, 'members' | 'refs'>
  partners: Pick<Partners, 'read' | 'submissionOf'>
  log: Pick<AdminLog, 'latestOf'>
}

type Found = Pick<AdminContent, 'kind' | 'bead' | 'post' | 'comment'>

/** Days shown of a playlist. */
const maxDays = 10

async function readContent({ beads, posts, comments }: ContentDeps, id: string, viewer: Viewer): Promise<Found> {
  const kind = idKind(id)!
  if (kind === 'bead') return { kind, bead: await beads.get(id, viewer) }
  const comment = kind === 'comment' ? await comments.get(id, viewer) : undefined
  const postId = comment?.postId ?? id
  const post = (await posts.byIds([postId], viewer)).get(postId)
  if (!post) throw new StrandError('not_found')
  return { kind, bead: await beads.get(post.bead.id, viewer), post, ...(comment && { comment }) }
}

const creatorOf = ({ kind, bead, post, comment }: Found): string =>
  kind === 'bead' ? bead.creator.uid : kind === 'post' ? post!.creator.uid : comment!.creator.uid

/**
 * What the playlist of an answer does not have: the featured post is hidden there from an admin who blocks its author, and the instant of
 * the submission from everyone.
 */
async function readAdminFacts(db: DataSource, { id }: Bead): Promise<Pick<AdminContent, 'featuredPost' | 'submittedDate'>> {
  const [row] = await sql<{ id: string | null; title: string; submittedDate: string | null }>(
    db,
    `SELECT p."id", p."title", v."submittedDate" FROM "bead" v LEFT JOIN "post" p ON p."id" = v."featuredPostId" WHERE v."id" = :id`,
    { id },
  )
  const { id: postId = null, title = '', submittedDate = null } = row ?? {}
  return { featuredPost: postId === null ? null : { id: postId, title }, submittedDate }
}

function stateOf({ kind, bead, comment }: Found): AdminContent['state'] {
  if (comment?.deleted) return 'deleted'
  if (!bead.isDraft) return 'published'
  if (kind !== 'bead' || bead.invitees) return 'draft'
  return bead.returned ? 'returned' : 'review'
}

export function createContentAdministration(deps: ContentDeps): ContentAdministration {
  const { db, beads, posts, comments, accounts, partners, log } = deps

  return {
    async get(id, viewer) {
      const found = await readContent(deps, id, viewer)
      const { kind, bead } = found
      const [authors, curators, { featuredPost, submittedDate }, days, flags, submission, actions] = await Promise.all([
        accounts.members([creatorOf(found)]),
        accounts.refs(bead.featuredCurator === undefined ? [] : [bead.featuredCurator]),
        readAdminFacts(db, bead),
        kind === 'bead' ? beads.daysOf(id, maxDays) : [],
        kind === 'bead' ? null : readFlagSummary(db, id),
        kind === 'post' ? partners.submissionOf(id) : null,
        log.latestOf([id]),
      ])
      return {
        _id: id,
        id,
        ...found,
        state: stateOf(found),
        author: authors.get(creatorOf(found)) ?? null,
        submittedDate: kind === 'bead' ? submittedDate : null,
        featuredCurator: curators.get(bead.featuredCurator ?? '') ?? null,
        featuredPost,
        days,
        flags,
        submission,
        actions,
      }
    },

    async remove(id, reason, viewer) {
      const { kind, comment } = await readContent(deps, id, viewer)
      if (comment?.deleted) throw new StrandError('conflict', messages.commentDeleted)
      await { bead: beads, post: posts, comment: comments }[kind].remove(id, viewer, reason)
    },

    async partnerSubmission(postId, viewer) {
      const [submission, data] = await Promise.all([partners.submissionOf(postId), partners.read(postId)])
      if (submission === null || data === null) throw new StrandError('not_found')
      const { partner } = submission
      // Only that it was read: the log is exported, and outlives the post.
      await transaction(db, (manager) =>
        logAdminAction(manager, { by: viewer.uid, action: 'post.partner', target: { kind: 'post', id: postId }, detail: { partner } }),
      )
      return { ...submission, data }
    },
  }
}
