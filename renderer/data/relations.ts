/**
 * What the signed-in member collects, follows, upvotes and likes. A toggle acts at once and is taken back where the
 * server refuses. Fetched with the screens that offer it, so that the first screen need not carry it.
 */
import type { Answer, CallInput, EndpointKey } from '#contract/endpoints.ts'
import type { Relation } from '#contract/schemas/relations.ts'
import { tagKey } from '#contract/rules.ts'
import { showToast } from '#ui/toast.ts'
import { api, collectorsOf, filters, followersOf, followsOf, likersOf, tagsOf, useMeQuery } from './api.ts'
import { patchComment, patchPost, type ApiDispatch } from './cachePatches.ts'
import type { CallFailure } from './client.ts'
import { failureMessage } from './failures.ts'
import { collected, copyOf, countCollected } from './listSync.ts'
import { isRefused } from './privileges.ts'

/** 1 post collected, 2 playlist, 3 member, 4 tag followed, 5 post upvoted, 6 comment liked. */
type RelationType = Relation['type']

interface RelationCommand {
  /** Of a tag its key. */
  id: string
  /** The member whose relation it is. */
  uid: string
  on: boolean
}

interface Started<T> {
  dispatch: unknown
  getState: () => unknown
  queryFulfilled: PromiseLike<{ data: T }>
}

const isFollow = (type: RelationType): boolean => type === 2 || type === 3 || type === 4

type Asked = { data: Answer<'GET /api/v0/members/:uid/relations'>; error?: undefined } | { error: CallFailure; data?: undefined }
type Ask = (request: {
  key: 'GET /api/v0/members/:uid/relations'
  input: CallInput<'GET /api/v0/members/:uid/relations'>
}) => PromiseLike<Asked>

/** As many as the server looks up at once. */
const atOnce = 200
const waiting = new Map<string, { entities: Set<string>; answer: Promise<Asked> }>()

/** What one turn asks for goes in one call: a list of members has as many relations as rows. */
async function batchRelations(uid: string, entity: string, ask: Ask): Promise<Asked> {
  let batch = waiting.get(uid)
  if (batch === undefined || batch.entities.size >= atOnce) {
    const entities = new Set<string>()
    const setRelation = new Promise((resolve) => setTimeout(resolve, 0))
    const answer = setRelation.then(() => {
      if (waiting.get(uid)?.entities === entities) waiting.delete(uid)
      return ask({ key: 'GET /api/v0/members/:uid/relations', input: { params: { uid }, query: { entities: [...entities].join() } } })
    })
    batch = { entities, answer }
    waiting.set(uid, batch)
  }
  batch.entities.add(entity)
  const { data, error } = await batch.answer
  return error ? { error } : { data: { ...data, data: data.data.filter((one) => one.entity === entity) } }
}

/** The call that makes something so, the one that undoes it, and what the address calls its subject. */
const change =
  <On extends EndpointKey, Off extends EndpointKey>(on: On, off: Off, param: 'id' | 'uid' | 'tag' = 'id') =>
  (command: RelationCommand) => ({ key: command.on ? on : off, input: { params: { [param]: command.id } } })

/** What a wish makes of a relation. */
const following = ({ on }: RelationCommand): Patch => ({ on })
const superfollowing = ({ on }: RelationCommand): Patch => (on ? { on, superfollow: true } : { superfollow: false })

export const relationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    relations: build.query<Answer<'GET /api/v0/members/:uid/relations'>, CallInput<'GET /api/v0/members/:uid/relations'>>({
      queryFn: ({ params, query }, _store, _options, ask) => batchRelations(params.uid, query.entities ?? '', ask as Ask),
      // Who signs out and in again finds what is so by then.
      providesTags: ['Relations'],
      onQueryStarted: async ({ params: { uid }, query: { entities = '' } }, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) overlay(dispatch as never, uid, entities, answer.data.data)
      },
    }),
    collect: build.mutation<Answer<'POST /api/v0/posts/:id/collect'>, RelationCommand>({
      query: change('POST /api/v0/posts/:id/collect', 'POST /api/v0/posts/:id/uncollect'),
      async onQueryStarted(command, started) {
        const turned = changesRelation(1, command, following(command), started)
        const answer = await counting(1, command, started, (by) => {
          countOf(started, command, 'collectCount', by)
          if ('more' in by)
            countCollected({ dispatch: started.dispatch as ApiDispatch, state: started.getState() as never }, command.id, by.more)
        })
        if (!answer) return
        const dispatch = started.dispatch as ApiDispatch
        collected({ dispatch, state: started.getState() as never }, command)
        if (turned) adjustOwnCount(started, command, 'collectedPostCount', copyOf(started.getState() as never, command.id)?.bead.id)
        dispatch(api.util.invalidateTags([filters, collectorsOf(command.id)]))
      },
    }),
    upvote: build.mutation<Answer<'POST /api/v0/posts/:id/upvote'>, RelationCommand>({
      query: change('POST /api/v0/posts/:id/upvote', 'POST /api/v0/posts/:id/unupvote'),
      onQueryStarted: async (command, started) => void (await counting(5, command, started, (by) => countOf(started, command, 'upvoteCount', by))),
    }),
    likeComment: build.mutation<Answer<'POST /api/v0/comments/:id/reaction/like'>, RelationCommand>({
      query: change('POST /api/v0/comments/:id/reaction/like', 'DELETE /api/v0/comments/:id/reaction/like'),
      async onQueryStarted(command, started) {
        const answer = await counting(6, command, started, (by) =>
          patchComment(started.dispatch as ApiDispatch, started.getState() as never, command.id, (comment) => {
            if (comment.creator.uid !== command.uid) comment.reactions.like = counted(comment.reactions.like, by)
          }),
        )
        if (answer) (started.dispatch as ApiDispatch)(api.util.invalidateTags([likersOf(command.id)]))
      },
    }),
    followBead: build.mutation<Answer<'POST /api/v0/beads/:id/follow'>, RelationCommand>({
      query: change('POST /api/v0/beads/:id/follow', 'POST /api/v0/beads/:id/unfollow'),
      onQueryStarted: (command, started) => followBead(command, following(command), started),
    }),
    superfollowBead: build.mutation<Answer<'POST /api/v0/beads/:id/superfollow'>, RelationCommand>({
      query: change('POST /api/v0/beads/:id/superfollow', 'POST /api/v0/beads/:id/unsuperfollow'),
      onQueryStarted: (command, started) => followBead(command, superfollowing(command), started),
    }),
    followMember: build.mutation<Answer<'POST /api/v0/members/:uid/follow'>, RelationCommand>({
      query: change('POST /api/v0/members/:uid/follow', 'POST /api/v0/members/:uid/unfollow', 'uid'),
      onQueryStarted: (command, started) => followMember(command, following(command), started),
    }),
    superfollowMember: build.mutation<Answer<'POST /api/v0/members/:uid/superfollow'>, RelationCommand>({
      query: change('POST /api/v0/members/:uid/superfollow', 'POST /api/v0/members/:uid/unsuperfollow', 'uid'),
      onQueryStarted: (command, started) => followMember(command, superfollowing(command), started),
    }),
    followTag: build.mutation<Answer<'POST /api/v0/tags/:tag/follow'>, RelationCommand>({
      query: change('POST /api/v0/tags/:tag/follow', 'POST /api/v0/tags/:tag/unfollow', 'tag'),
      async onQueryStarted(command, started) {
        // A tag that could not be followed is no matter for a toast (A4.4).
        const answer = await optimistic(4, command, following(command), started, (error) => console.error('The tag could not be followed', error))
        if (answer) (started.dispatch as unknown as ApiDispatch)(api.util.invalidateTags([tagsOf(command.uid), followersOf(`#${command.id}`)]))
      },
    }),
  }),
})

/** Either one more or less, or as many as the server says. */
type By = { more: 1 | -1 } | { to: number }
const counted = (before: number, by: By): number => ('to' in by ? by.to : Math.max(0, before + by.more))

/** Of a post everywhere; what its own creator does to it counts nothing (decision 12). */
function countOf({ dispatch, getState }: Started<unknown>, { id, uid }: RelationCommand, field: 'collectCount' | 'upvoteCount', by: By): void {
  patchPost(dispatch as ApiDispatch, getState() as never, id, (post) => {
    if (post.creator.uid !== uid) post[field] = counted(post[field], by)
  })
}

/** A toggle that is counted: the number goes along with the press, and back with it where the server refuses. */
async function counting<T extends { count: number }>(
  type: RelationType,
  command: RelationCommand,
  started: Started<T>,
  count: (by: By) => void,
): Promise<T | null> {
  const turned = changesRelation(type, command, following(command), started)
  if (turned) count({ more: command.on ? 1 : -1 })
  const answer = await optimistic(type, command, following(command), started)
  if (!answer && turned) count({ more: command.on ? -1 : 1 })
  // Where a later press is on its way, the number is that one's.
  if (answer && !pending.has(pendingKey(command.uid, type, command.id))) count({ to: answer.count })
  return answer
}

async function followBead(command: RelationCommand, patch: Patch, started: Started<{ count: number }>): Promise<void> {
  const turned = changesRelation(2, command, patch, started)
  const answer = await optimistic(2, command, patch, started)
  if (!answer) return
  ;(started.dispatch as ApiDispatch)(
    api.util.updateQueryData('bead', { params: { id: command.id } }, (bead) => {
      bead.followerCount = answer.count
    }),
  )
  if (!turned) return
  adjustOwnCount(started, command, 'collectedBeadCount', command.id)
  ;(started.dispatch as ApiDispatch)(api.util.invalidateTags([followsOf(command.uid), followersOf(command.id)]))
}

async function followMember(command: RelationCommand, patch: Patch, started: Started<{ count: number }>): Promise<void> {
  const turned = changesRelation(3, command, patch, started)
  const answer = await optimistic(3, command, patch, started)
  if (!answer) return
  ;(started.dispatch as ApiDispatch)(
    api.util.updateQueryData('member', { params: { uid: command.id } }, (member) => {
      member.followerCount = answer.count
    }),
  )
  if (!turned) return
  adjustOwnCount(started, command, 'followingCount')
  ;(started.dispatch as ApiDispatch)(api.util.invalidateTags([followsOf(command.uid), followersOf(command.id)]))
}

/** Whether a relation begins or ends with it; a superfollow may leave that as it is. */
function changesRelation(type: RelationType, { uid, id }: RelationCommand, { on }: Patch, { getState }: Started<unknown>): boolean {
  if (on === undefined) return false
  const shown = relationsApi.endpoints.relations.select(inputFor(uid, id))(getState() as never).data?.data
  return relationStateIn(shown, type, id)?.on !== on
}

type Counted = 'collectedPostCount' | 'collectedBeadCount' | 'followingCount'

/** Updates the counts on the member's own profile and collection (F1, Y1), which leave out drafts. */
function adjustOwnCount({ dispatch, getState }: Started<unknown>, { uid, on }: RelationCommand, counted: Counted, beadId?: string): void {
  if (beadId !== undefined && api.endpoints.bead.select({ params: { id: beadId } })(getState() as never).data?.isDraft) return
  const count = (member: Record<Counted, number>): void => {
    member[counted] = Math.max(0, member[counted] + (on ? 1 : -1))
  }
  ;(dispatch as ApiDispatch)(
    api.util.updateQueryData('me', undefined, (me) => {
      if (me?.uid === uid) count(me)
    }),
  )
  ;(dispatch as ApiDispatch)(api.util.updateQueryData('member', { params: { uid } }, count))
}

/** Of one thing only: so each is asked for once, however many places show it. */
const inputFor = (uid: string, entity: string) => ({ params: { uid }, query: { entities: entity } })

/** What a change says of a relation; what it does not say stays. */
interface Patch {
  on?: boolean
  superfollow?: boolean
}

const isOf =
  (type: RelationType, entity: string) =>
  (one: Relation): boolean =>
    one.type === type && one.entity === entity

const relationStateIn = (records: readonly Relation[] | undefined, type: RelationType, entity: string): Patch | undefined => {
  const record = records?.find(isOf(type, entity))
  return records && { on: record !== undefined, superfollow: record?.superfollow ?? false }
}

/** Nothing is left of a relation that ends. */
const after = (before: Patch | undefined, patch: Patch): Patch =>
  patch.on === false ? { on: false, superfollow: false } : { ...before, ...patch }

function write(records: Relation[], type: RelationType, entity: string, { on, superfollow }: Patch): void {
  const at = records.findIndex(isOf(type, entity))
  if (on === false) {
    if (at >= 0) records.splice(at, 1)
    return
  }
  const record = records[at]
  if (record) record.superfollow = superfollow ?? record.superfollow
  else if (on)
    records.push({
      type,
      entity,
      collected: type === 1,
      superfollow: superfollow ?? false,
      reactions: { like: type === 6 },
      creationDate: new Date().toISOString(),
    })
}

/** Of each relation whose change the server has not answered yet: the latest wish, and what is so, as far as is known. */
const pending = new Map<string, { command: RelationCommand; patch: Patch; truth: Patch | undefined }>()
const pendingKey = (uid: string, type: RelationType, id: string): string => [uid, type, id].join()

/** Shows what was pressed before it was known how things stand, and what is fetched anew while a change is on its way. */
function overlay(dispatch: ApiDispatch, uid: string, id: string, records: readonly Relation[]): void {
  for (const type of [1, 2, 3, 4, 5, 6] as const) {
    const latest = pending.get(pendingKey(uid, type, id))
    if (latest === undefined) continue
    latest.truth ??= relationStateIn(records, type, id)
    dispatch(relationsApi.util.updateQueryData('relations', inputFor(uid, id), ({ data }) => write(data, type, id, latest.patch)))
  }
}

const toastFailure = (error: unknown) => showToast({ text: failureMessage(error), kind: 'error', now: true })

/** Shows a change before the server has answered it, and what is so once it has. Answers what the server said. */
async function optimistic<T>(
  type: RelationType,
  command: RelationCommand,
  patch: Patch,
  { dispatch, getState, queryFulfilled }: Started<T>,
  onFailure: (error: unknown) => void = toastFailure,
): Promise<T | null> {
  const { uid, id } = command
  const key = pendingKey(uid, type, id)
  const input = inputFor(uid, id)
  const show = (standing: Patch) =>
    (dispatch as ApiDispatch)(relationsApi.util.updateQueryData('relations', input, ({ data }) => write(data, type, id, standing)))
  /** Where a later wish is on its way, that one shows. */
  const settle = (answered: boolean) => {
    const latest = pending.get(key)
    if (latest === undefined) return
    if (answered) latest.truth = after(latest.truth, patch)
    if (latest.command !== command) return
    pending.delete(key)
    // Where all went well too, for what came into the cache meanwhile.
    if (latest.truth !== undefined) show(latest.truth)
  }
  const shown = relationsApi.endpoints.relations.select(input)(getState() as never).data?.data
  const truth = pending.has(key) ? pending.get(key)?.truth : relationStateIn(shown, type, id)
  pending.set(key, { command, patch, truth })
  show(patch)
  try {
    const { data } = await queryFulfilled
    settle(true)
    return data
  } catch (reason) {
    settle(false)
    onFailure((reason as { error?: unknown }).error)
    return null
  }
}

/** What the signed-in member has to do with something; nothing for a visitor, and while it is not known yet. */
function useRelation(type: RelationType, entity: string): { on: boolean; superfollow: boolean; uid: string | null; may: () => boolean } {
  const { data: me } = useMeQuery()
  const { currentData } = relationsApi.useRelationsQuery(inputFor(me?.uid ?? '', entity), { skip: !me })
  const { on = false, superfollow = false } = relationStateIn(currentData?.data, type, entity) ?? {}
  // Whoever may not follow may still leave.
  return { on, superfollow, uid: me?.uid ?? null, may: () => on || !isFollow(type) || !isRefused(me, 'follow') }
}

export interface Toggle {
  on: boolean
  /** Null for a visitor, who is to be asked to sign in. Answers whether it is on now. */
  toggle: (() => boolean) | null
}

type Mutation = (command: RelationCommand) => unknown

const toggleOf = ({ on, uid, may }: ReturnType<typeof useRelation>, id: string, mutate: Mutation): Toggle => ({
  on,
  toggle:
    uid === null
      ? null
      : () => {
          if (!may()) return on
          mutate({ id, uid, on: !on })
          return !on
        },
})

export function useCollected(postId: string): Toggle {
  const [collect] = relationsApi.useCollectMutation()
  return toggleOf(useRelation(1, postId), postId, collect)
}

export function useUpvoted(postId: string): Toggle {
  const [upvote] = relationsApi.useUpvoteMutation()
  return toggleOf(useRelation(5, postId), postId, upvote)
}

export function useLiked(commentId: string): Toggle {
  const [like] = relationsApi.useLikeCommentMutation()
  return toggleOf(useRelation(6, commentId), commentId, like)
}

export interface Follow extends Toggle {
  superfollow: boolean
  /** Null for a visitor, and for tags, of which no news are told. */
  toggleSuper: (() => void) | null
}

export type FollowKind = 'member' | 'bead' | 'tag'
const relationTypes = { bead: 2, member: 3, tag: 4 } as const

export function useFollow(kind: FollowKind, subject: string): Follow {
  const id = kind === 'tag' ? tagKey(subject) : subject
  const relation = useRelation(relationTypes[kind], id)
  const [followBead] = relationsApi.useFollowBeadMutation()
  const [followMember] = relationsApi.useFollowMemberMutation()
  const [followTag] = relationsApi.useFollowTagMutation()
  const [superfollowBead] = relationsApi.useSuperfollowBeadMutation()
  const [superfollowMember] = relationsApi.useSuperfollowMemberMutation()
  const { superfollow, uid, may } = relation
  const mutateSuper = kind === 'bead' ? superfollowBead : superfollowMember
  return {
    ...toggleOf(relation, id, kind === 'bead' ? followBead : kind === 'member' ? followMember : followTag),
    superfollow,
    toggleSuper:
      uid === null || kind === 'tag'
        ? null
        : () => {
            if (may()) void mutateSuper({ id, uid, on: !superfollow })
          },
  }
}

/** Seconds for which an answer is as good as new: a button that was pressed before its code had come has asked just then. */
const fresh = 5

/** What is done without a button that shows how it stands. Answers whether it was not so yet, and now is. */
async function ensure(
  dispatch: ApiDispatch,
  type: RelationType,
  command: RelationCommand,
  make: () => PromiseLike<{ error?: unknown }>,
): Promise<boolean> {
  const asked = await dispatch(
    relationsApi.endpoints.relations.initiate(inputFor(command.uid, command.id), { subscribe: false, forceRefetch: fresh }),
  )
  if (relationStateIn(asked.data?.data, type, command.id)?.on) return false
  return (await make()).error === undefined
}

const ensured =
  (type: RelationType, what: 'collect' | 'upvote' | 'followBead' | 'followMember' | 'followTag' | 'likeComment') =>
  async (dispatch: ApiDispatch, uid: string, subject: string): Promise<boolean> => {
    if (isFollow(type) && dispatch((_, getState) => isRefused(api.endpoints.me.select()(getState()).data, 'follow'))) return false
    const command = { uid, id: what === 'followTag' ? tagKey(subject) : subject, on: true }
    const initiate = relationsApi.endpoints[what].initiate as typeof relationsApi.endpoints.collect.initiate
    return ensure(dispatch, type, command, () => dispatch(initiate(command, { track: false })))
  }

export const collectAs = ensured(1, 'collect')
export const upvoteAs = ensured(5, 'upvote')
export const followBeadAs = ensured(2, 'followBead')
export const followMemberAs = ensured(3, 'followMember')
export const followTagAs = ensured(4, 'followTag')

interface Subject {
  type: FollowKind
  id: string
}
export const followAs = (dispatch: ApiDispatch, uid: string, { type, id }: Subject): Promise<boolean> =>
  ({ bead: followBeadAs, member: followMemberAs, tag: followTagAs })[type](dispatch, uid, id)

/** Whoever may not follow may still leave. Answers whether it is so now. */
export async function unfollowAs(dispatch: ApiDispatch, uid: string, { type, id }: Subject): Promise<boolean> {
  const endpoint = relationsApi.endpoints[({ bead: 'followBead', member: 'followMember', tag: 'followTag' } as const)[type]]
  const initiate = endpoint.initiate as typeof relationsApi.endpoints.followTag.initiate
  return (await dispatch(initiate({ id: type === 'tag' ? tagKey(id) : id, uid, on: false }, { track: false }))).error === undefined
}
export const likeCommentAs = ensured(6, 'likeComment')
