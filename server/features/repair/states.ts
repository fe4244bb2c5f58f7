/** The repair state of a post for the API: suggestions and history. */
import type { DataSource } from 'typeorm'
import { isDead, type Media, type Post } from '#contract/index.ts'
import type { RepairState } from '#contract/endpoints/repair.ts'
import type { Viewer } from '#access/viewer.ts'
import { readMemberRefs } from '../accounts/service.ts'
import { versionOf } from '../posts/service.ts'
import type { Checker } from './checker.ts'
import { RepairEntity, RepairSearchEntity, type RepairSearchRow } from './entities.ts'

/** Listed repairs, the latest ones. */
const maxHistory = 20

const summaryOf = ({ href, title, source }: Media) => ({ href, title, source })

export function createRepairStates({ db, checker }: { db: DataSource; checker: Pick<Checker, 'checked'> }) {
  const searchOf = (postId: string): Promise<RepairSearchRow | null> => db.getRepository(RepairSearchEntity).findOneBy({ postId })

  async function historyOf(post: Post, viewer: Viewer): Promise<RepairState['history']> {
    const rows = await db.getRepository(RepairEntity).find({ where: { postId: post.id }, order: { id: 'DESC' }, take: maxHistory })
    const people = await readMemberRefs(
      db,
      rows.flatMap(({ uid, undoneUid }) => (undoneUid === null ? [uid] : [uid, undoneUid])),
    )
    /** Members do not see which admin it was. */
    const deed = (uid: string | null, date: string, byAdmin: boolean | null) => ({
      by: byAdmin === true && !viewer.isAdmin ? null : (people.get(uid ?? '') ?? null),
      byAdmin: byAdmin === true,
      date,
    })
    const version = versionOf(post.media)
    const latest = rows.find(({ undoneDate }) => undoneDate === null)
    return rows.map((row) => ({
      id: row.id,
      ...deed(row.uid, row.creationDate, row.byAdmin),
      from: summaryOf(row.before),
      to: summaryOf(row.after),
      undone: row.undoneDate === null ? null : deed(row.undoneUid, row.undoneDate, row.undoneByAdmin),
      canUndo: row === latest && versionOf(row.after) === version,
    }))
  }

  async function stateOf(post: Post, viewer: Viewer): Promise<RepairState> {
    const version = versionOf(post.media)
    const [row, history, dates] = await Promise.all([searchOf(post.id), historyOf(post, viewer), checker.checked(post.media)])
    const search = row?.version === version ? row : null
    const rejected = new Set(row?.rejected)
    const checkedDates = dates.filter((date) => date !== null).toSorted()
    const suggestions = (search?.proposals ?? []).map((proposal) => ({ ...proposal, rejected: rejected.has(proposal.href) }))
    return {
      post,
      dead: isDead(post.media),
      version,
      history,
      checkedDate: checkedDates.at(-1) ?? null,
      searchedDate: search?.searchedDate ?? null,
      suggestions: suggestions.toSorted((a, b) => Number(a.rejected) - Number(b.rejected)),
      outages: search?.outages ?? [],
    }
  }

  return { searchOf, stateOf }
}
