/**
 * Endpoints of the signed-in member's relations: collected, followed, upvoted, liked. Toggles are optimistic and reverted if the server
 * refuses. Loaded with the screens that offer them.
 */
import type { Answer, CallInput, EndpointKey } from '#contract/endpoints.ts'
import type { Relation } from '#contract/schemas/relations.ts'
import { showToast } from '#ui/toast.ts'
import { api, collectorsOf, filters, followersOf, followsOf, likersOf, tagsOf } from './api.ts'
import { patchComment, patchPost, type ApiDispatch, type ApiStore } from './cachePatches.ts'
import type { CallFailure } from './client.ts'
import { failureMessage } from './failures.ts'
import { syncCollectedPost, cachedPost, adjustCollectedCount } from './listSync.ts'

/** 1 post collected, 2 playlist, 3 member, 4 tag followed, 5 post upvoted, 6 comment liked. */
export type RelationType = Relation['type']

export interface RelationCommand {
  /** For a tag, its key. */
  id: string
  /** The member whose relation it is. */
  uid: string
  on: boolean
}

interface Started<T> extends ApiStore {
  queryFulfilled: PromiseLike<{ data: T }>
}

export type FollowKind = 'member' | 'bead' | 'tag'
export const isFollow = (type: RelationType): boolean => type === 2 || type === 3 || type === 4

type RelationsResult = { data: Answer<'GET /api/v0/members/:uid/relations'>; error?: undefined } | { error: CallFailure; data?: undefined }
type BaseQuery = (request: {
  key: 'GET /api/v0/members/:uid/relations'
  input: CallInput<'GET /api/v0/members/:uid/relations'>
}) => PromiseLike<RelationsResult>

/** The server's maximum of entities per request. */
const maxBatch = 200
const batches = new Map<string, { entities: Set<string>; answer: Promise<RelationsResult> }>()
/** Time (ms) in which the lookups of a page gather: React attaches to the server's HTML, and renders long pages, in several tasks. */
const gatherMs = 30
/** Time (ms) for which a lookup waits for the answer of the previous request. */
const maxWaitMs = 300
/** Ends with the latest request, or after `maxWaitMs`. */
let latestRequest: Promise<unknown> = Promise.resolve()

/**
 * Batches the lookups of a short time, and those made while a request is pending, into one request: a list of members needs one
 * relation per row, and a list that renders one row per frame would send a request per frame.
 */
async function batchRelations(uid: string, entity: string, baseQuery: BaseQuery): Promise<RelationsResult> {
  let batch = batches.get(uid)
  if (batch === undefined || batch.entities.size >= maxBatch) {
    const entities = new Set<string>()
    const gathered = new Promise((resolve) => setTimeout(resolve, gatherMs))
    const answer = Promise.all([latestRequest, gathered]).then(() => {
      if (batches.get(uid)?.entities === entities) batches.delete(uid)
      return baseQuery({ key: 'GET /api/v0/members/:uid/relations', input: { params: { uid }, query: { entities: [...entities].join() } } })
    })
    batch = { entities, answer }
    latestRequest = Promise.race([answer, new Promise((resolve) => setTimeout(resolve, maxWaitMs))])
    batches.set(uid, batch)
  }
  batch.entities.add(entity)
  const { data, error } = await batch.answer
  return error ? { error } : { data: { ...data, data: data.data.filter((relation) => relation.entity === entity) } }
}

/** The request that sets or removes a relation. `param`: the path parameter of its subject. */
const toggleRequest =
  <On extends EndpointKey, Off extends EndpointKey>(on: On, off: Off, param: 'id' | 'uid' | 'tag' = 'id') =>
  (command: RelationCommand) => ({ key: command.on ? on : off, input: { params: { [param]: command.id } } })

/** How a command changes a relation. A superfollow includes a follow; ending it leaves the follow. */
const followPatch = ({ on }: RelationCommand): Patch => ({ on })
const superfollowPatch = ({ on }: RelationCommand): Patch => (on ? { on, superfollow: true } : { superfollow: false })

export const relationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    relations: build.query<Answer<'GET /api/v0/members/:uid/relations'>, CallInput<'GET /api/v0/members/:uid/relations'>>({
      queryFn: ({ params, query }, _store, _options, baseQuery) => batchRelations(params.uid, query.entities ?? '', baseQuery as BaseQuery),
      // Refetched after signing in again.
      providesTags: ['Relations'],
      onQueryStarted: async ({ params: { uid }, query: { entities = '' } }, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null)
        overlay(dispatch, uid, entities, answer?.data.data)
      },
    }),
    collect: build.mutation<Answer<'POST /api/v0/posts/:id/collect'>, RelationCommand>({
      query: toggleRequest('POST /api/v0/posts/:id/collect', 'POST /api/v0/posts/:id/uncollect'),
      async onQueryStarted(command, started) {
        const isChange = changesRelation(1, command, followPatch(command), started)
        const answer = await toggleCounted(1, command, started, (change) => {
          adjustPostCount(started, command, 'collectCount', change)
          if ('delta' in change)
            adjustCollectedCount(
              { dispatch: started.dispatch, state: started.getState() },
              command.id,
              change.delta,
              change.reverts ?? false,
            )
        })
        const { dispatch } = started
        if (!answer) {
          // A count that was requested while this command was pending may be wrong.
          dispatch(api.util.invalidateTags([filters]))
          return
        }
        syncCollectedPost({ dispatch, state: started.getState() }, command)
        if (isChange) adjustOwnCount(started, command, 'collectedPostCount', cachedPost(started.getState(), command.id)?.bead.id)
        dispatch(api.util.invalidateTags([filters, collectorsOf(command.id)]))
      },
    }),
    upvote: build.mutation<Answer<'POST /api/v0/posts/:id/upvote'>, RelationCommand>({
      query: toggleRequest('POST /api/v0/posts/:id/upvote', 'POST /api/v0/posts/:id/unupvote'),
      onQueryStarted: async (command, started) =>
        void (await toggleCounted(5, command, started, (change) => adjustPostCount(started, command, 'upvoteCount', change))),
    }),
    likeComment: build.mutation<Answer<'POST /api/v0/comments/:id/reaction/like'>, RelationCommand>({
      query: toggleRequest('POST /api/v0/comments/:id/reaction/like', 'DELETE /api/v0/comments/:id/reaction/like'),
      async onQueryStarted(command, started) {
        const answer = await toggleCounted(6, command, started, (change) =>
          patchComment(started.dispatch, started.getState(), command.id, (comment) => {
            if (comment.creator.uid !== command.uid) comment.reactions.like = counted(comment.reactions.like, change)
          }),
        )
        if (answer) started.dispatch(api.util.invalidateTags([likersOf(command.id)]))
      },
    }),
    followBead: build.mutation<Answer<'POST /api/v0/beads/:id/follow'>, RelationCommand>({
      query: toggleRequest('POST /api/v0/beads/:id/follow', 'POST /api/v0/beads/:id/unfollow'),
      onQueryStarted: (command, started) => followBead(command, followPatch(command), started),
    }),
    superfollowBead: build.mutation<Answer<'POST /api/v0/beads/:id/superfollow'>, RelationCommand>({
      query: toggleRequest('POST /api/v0/beads/:id/superfollow', 'POST /api/v0/beads/:id/unsuperfollow'),
      onQueryStarted: (command, started) => followBead(command, superfollowPatch(command), started),
    }),
    followMember: build.mutation<Answer<'POST /api/v0/members/:uid/follow'>, RelationCommand>({
      query: toggleRequest('POST /api/v0/members/:uid/follow', 'POST /api/v0/members/:uid/unfollow', 'uid'),
      onQueryStarted: (command, started) => followMember(command, followPatch(command), started),
    }),
    superfollowMember: build.mutation<Answer<'POST /api/v0/members/:uid/superfollow'>, RelationCommand>({
      query: toggleRequest('POST /api/v0/members/:uid/superfollow', 'POST /api/v0/members/:uid/unsuperfollow', 'uid'),
      onQueryStarted: (command, started) => followMember(command, superfollowPatch(command), started),
    }),
    followTag: build.mutation<Answer<'POST /api/v0/tags/:tag/follow'>, RelationCommand>({
      query: toggleRequest('POST /api/v0/tags/:tag/follow', 'POST /api/v0/tags/:tag/unfollow', 'tag'),
      async onQueryStarted(command, started) {
        // A failed tag follow shows no toast (A4.4).
        const answer = await optimistic(4, command, followPatch(command), started, (error) =>
          console.error('The tag could not be followed', error),
        )
        if (answer) started.dispatch(api.util.invalidateTags([tagsOf(command.uid), followersOf(`#${command.id}`)]))
      },
    }),
  }),
})

/** Either a relative change (`reverts`: it undoes one that the server has refused) or the server's count. */
type CountChange = { delta: 1 | -1; reverts?: true } | { to: number }
const counted = (before: number, change: CountChange): number => ('to' in change ? change.to : Math.max(0, before + change.delta))

/** Patches every copy of the post. The creator's own actions are not counted (decision 12). */
function adjustPostCount(
  { dispatch, getState }: Started<unknown>,
  { id, uid }: RelationCommand,
  field: 'collectCount' | 'upvoteCount',
  change: CountChange,
): void {
  patchPost(dispatch, getState(), id, (post) => {
    if (post.creator.uid !== uid) post[field] = counted(post[field], change)
  })
}

/** An optimistic toggle with a counter: the count changes with the press, and back if the server refuses. */
async function toggleCounted<T extends { count: number }>(
  type: RelationType,
  command: RelationCommand,
  started: Started<T>,
  count: (change: CountChange) => void,
): Promise<T | null> {
  const isChange = changesRelation(type, command, followPatch(command), started)
  if (isChange) count({ delta: command.on ? 1 : -1 })
  const answer = await optimistic(type, command, followPatch(command), started)
  if (!answer && isChange) count({ delta: command.on ? -1 : 1, reverts: true })
  // While a later command is pending, its optimistic count is shown.
  if (answer && !pending.has(pendingKey(command.uid, type, command.id))) count({ to: answer.count })
  return answer
}

async function followBead(command: RelationCommand, patch: Patch, started: Started<{ count: number }>): Promise<void> {
  const isChange = changesRelation(2, command, patch, started)
  const answer = await optimistic(2, command, patch, started)
  if (!answer) return
  started.dispatch(
    api.util.updateQueryData('bead', { params: { id: command.id } }, (bead) => {
      bead.followerCount = answer.count
    }),
  )
  if (!isChange) return
  adjustOwnCount(started, command, 'collectedBeadCount', command.id)
  started.dispatch(api.util.invalidateTags([followsOf(command.uid), followersOf(command.id)]))
}

async function followMember(command: RelationCommand, patch: Patch, started: Started<{ count: number }>): Promise<void> {
  const isChange = changesRelation(3, command, patch, started)
  const answer = await optimistic(3, command, patch, started)
  if (!answer) return
  started.dispatch(
    api.util.updateQueryData('member', { params: { uid: command.id } }, (member) => {
      member.followerCount = answer.count
    }),
  )
  if (!isChange) return
  adjustOwnCount(started, command, 'followingCount')
  started.dispatch(api.util.invalidateTags([followsOf(command.uid), followersOf(command.id)]))
}

/** Whether the command starts or ends the relation. Changing only the superfollow does neither. */
function changesRelation(type: RelationType, { uid, id }: RelationCommand, { on }: Patch, { getState }: Started<unknown>): boolean {
  if (on === undefined) return false
  const shown = relationsApi.endpoints.relations.select(inputFor(uid, id))(getState()).data?.data
  return stateIn(shown, type, id)?.on !== on
}

type Counted = 'collectedPostCount' | 'collectedBeadCount' | 'followingCount'

/** Updates a count on the member's own profile and collection (F1, Y1). The counts exclude playlist drafts. */
function adjustOwnCount({ dispatch, getState }: Started<unknown>, { uid, on }: RelationCommand, counted: Counted, beadId?: string): void {
  if (beadId !== undefined && api.endpoints.bead.select({ params: { id: beadId } })(getState()).data?.isDraft) return
  const count = (member: Record<Counted, number>): void => {
    member[counted] = Math.max(0, member[counted] + (on ? 1 : -1))
  }
  dispatch(
    api.util.updateQueryData('me', undefined, (me) => {
      if (me?.uid === uid) count(me)
    }),
  )
  dispatch(api.util.updateQueryData('member', { params: { uid } }, count))
}

/** The input of a lookup. One entity per cache key, so that all components that show it share one cache entry. */
export const inputFor = (uid: string, entity: string) => ({ params: { uid }, query: { entities: entity } })

/** A partial change; missing fields stay. */
interface Patch {
  on?: boolean
  superfollow?: boolean
}

const isRelation =
  (type: RelationType, entity: string) =>
  (relation: Relation): boolean =>
    relation.type === type && relation.entity === entity

/** The state of a relation in an answer; undefined without an answer. */
export const stateIn = (records: readonly Relation[] | undefined, type: RelationType, entity: string): Patch | undefined => {
  const record = records?.find(isRelation(type, entity))
  return records && { on: record !== undefined, superfollow: record?.superfollow ?? false }
}

/** Ending a relation resets all its fields. */
const mergePatch = (before: Patch | undefined, patch: Patch): Patch =>
  patch.on === false ? { on: false, superfollow: false } : { ...before, ...patch }

/** Applies a partial change to an Immer draft of the cached relations. */
function write(records: Relation[], type: RelationType, entity: string, { on, superfollow }: Patch): void {
  const at = records.findIndex(isRelation(type, entity))
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

/** Commands in flight, by relation: the latest command, and the last state that the server confirmed, if known. */
const pending = new Map<string, { command: RelationCommand; patch: Patch; confirmed: Patch | undefined }>()
/** States that the server confirmed during a lookup, whose answer may be older. */
const duringLookup = new Map<string, Patch>()
const pendingKey = (uid: string, type: RelationType, id: string): string => [uid, type, id].join()

/** Re-applies changes that are pending, or newer than the lookup, over its answer; undefined if it failed. */
function overlay(dispatch: ApiDispatch, uid: string, id: string, records: readonly Relation[] | undefined): void {
  for (const type of [1, 2, 3, 4, 5, 6] as const) {
    const key = pendingKey(uid, type, id)
    const latest = pending.get(key)
    const newer = duringLookup.get(key)
    duringLookup.delete(key)
    const patch = latest?.patch ?? newer
    if (patch === undefined || records === undefined) continue
    if (latest) latest.confirmed ??= newer ?? stateIn(records, type, id)
    dispatch(relationsApi.util.updateQueryData('relations', inputFor(uid, id), ({ data }) => write(data, type, id, patch)))
  }
}

const toastFailure = (error: unknown) => showToast({ text: failureMessage(error), kind: 'error', now: true })

/** Shows a change before the server answers, and the confirmed state afterwards. Returns the answer, or null after a failure. */
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
  const show = (shownState: Patch) =>
    dispatch(relationsApi.util.updateQueryData('relations', input, ({ data }) => write(data, type, id, shownState)))
  /** While a later command is pending, its state is shown. */
  const settle = (answered: boolean) => {
    const latest = pending.get(key)
    if (latest === undefined) return
    if (answered) {
      latest.confirmed = mergePatch(latest.confirmed, patch)
      if (relationsApi.endpoints.relations.select(input)(getState()).isLoading) duringLookup.set(key, latest.confirmed)
    }
    if (latest.command !== command) return
    pending.delete(key)
    // Also after a success: a refetch may have replaced the cached state.
    if (latest.confirmed !== undefined) show(latest.confirmed)
  }
  const shown = relationsApi.endpoints.relations.select(input)(getState()).data?.data
  const confirmed = pending.has(key) ? pending.get(key)?.confirmed : (duringLookup.get(key) ?? stateIn(shown, type, id))
  pending.set(key, { command, patch, confirmed })
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
