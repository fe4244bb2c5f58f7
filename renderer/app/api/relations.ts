/**
 * What the signed-in member collects and follows. A toggle acts at once and is taken back with a toast where
 * the server refuses. Fetched with the screens that offer it, so that the first screen need not carry it.
 */
import type { Answer, CallInput } from '../../../server/contract/endpoints.ts'
import type { Relation } from '../../../server/contract/schemas/relations.ts'
import { tagKey } from '../../../server/contract/rules.ts'
import { showToast } from '../../ui/toast.ts'
import { api, useMeQuery } from './api.ts'
import { patchPost, type ApiDispatch } from './cached.ts'
import type { CallFailure } from './client.ts'
import { failureMessage } from './failures.ts'

/** 1 post collected, 2 playlist, 3 member, 4 tag followed. */
type RelationType = 1 | 2 | 3 | 4

interface Wish {
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

type Relations = Answer<'GET /api/v0/members/:uid/relations'>
type Asked = { data: Relations; error?: undefined } | { data?: undefined; error: CallFailure }
type Ask = (request: { key: string; input: object }) => PromiseLike<Asked>

/** As many as one call takes. */
const atOnce = 200
const waiting = new Map<string, { entities: Set<string>; answer: Promise<Asked> }>()

/** What one turn asks for goes in one call: a list of members has as many relations as rows. */
async function askTogether(uid: string, entity: string, ask: Ask): Promise<Asked> {
  let batch = waiting.get(uid)
  if (batch === undefined || batch.entities.size >= atOnce) {
    const entities = new Set<string>()
    const turn = new Promise((resolve) => setTimeout(resolve, 0))
    const answer = turn.then(() => {
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

export const relationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    relations: build.query<Answer<'GET /api/v0/members/:uid/relations'>, CallInput<'GET /api/v0/members/:uid/relations'>>({
      queryFn: ({ params, query }, _store, _options, ask) => askTogether(params.uid, query.entities ?? '', ask as Ask),
    }),
    collect: build.mutation<Answer<'POST /api/v0/posts/:id/collect'>, Wish>({
      query: ({ id, on }) => ({ key: on ? 'POST /api/v0/posts/:id/collect' : 'POST /api/v0/posts/:id/uncollect', input: { params: { id } } }),
      async onQueryStarted(wish, started) {
        const { dispatch, getState } = started
        const answer = await optimistic(1, wish, started)
        if (answer) patchPost(dispatch as ApiDispatch, getState() as never, wish.id, (post) => { post.collectCount = answer.count })
      },
    }),
    followBead: build.mutation<Answer<'POST /api/v0/beads/:id/follow'>, Wish>({
      query: ({ id, on }) => ({ key: on ? 'POST /api/v0/beads/:id/follow' : 'POST /api/v0/beads/:id/unfollow', input: { params: { id } } }),
      async onQueryStarted(wish, started) {
        const answer = await optimistic(2, wish, started)
        if (answer) started.dispatch(api.util.updateQueryData('bead', { params: { id: wish.id } }, (bead) => { bead.followerCount = answer.count }))
      },
    }),
    followMember: build.mutation<Answer<'POST /api/v0/members/:uid/follow'>, Wish>({
      query: ({ id, on }) => ({ key: on ? 'POST /api/v0/members/:uid/follow' : 'POST /api/v0/members/:uid/unfollow', input: { params: { uid: id } } }),
      async onQueryStarted(wish, started) {
        const answer = await optimistic(3, wish, started)
        if (answer) started.dispatch(api.util.updateQueryData('member', { params: { uid: wish.id } }, (member) => { member.followerCount = answer.count }))
      },
    }),
    followTag: build.mutation<Answer<'POST /api/v0/tags/:tag/follow'>, Wish>({
      query: ({ id, on }) => ({ key: on ? 'POST /api/v0/tags/:tag/follow' : 'POST /api/v0/tags/:tag/unfollow', input: { params: { tag: id } } }),
      async onQueryStarted(wish, started) {
        await optimistic(4, wish, started)
      },
    }),
  }),
})

/** Of one thing only: so each is asked for once, however many places show it. */
const inputFor = (uid: string, entity: string) => ({ params: { uid }, query: { entities: entity } })

/** Of each relation whose change the server has not answered yet: the latest wish, and what is so, as far as is known. */
const pending = new Map<string, { wish: Wish; truth: boolean | undefined }>()

async function optimistic<T>(type: RelationType, wish: Wish, { dispatch, getState, queryFulfilled }: Started<T>): Promise<T | null> {
  const { uid, id, on } = wish
  const key = [uid, type, id].join()
  const input = inputFor(uid, id)
  const show = (on: boolean) => (dispatch as ApiDispatch)(relationsApi.util.updateQueryData('relations', input, ({ data }) => {
    const at = data.findIndex(isOf(type, id))
    if (on === (at >= 0)) return
    if (on) data.push(relation(type, id))
    else data.splice(at, 1)
  }))
  /** Where a later wish is on its way, that one shows. */
  const settle = (answered: boolean) => {
    const latest = pending.get(key)
    if (latest === undefined) return
    if (answered) latest.truth = on
    if (latest.wish !== wish) return
    pending.delete(key)
    // Where all went well too, for what came into the cache meanwhile.
    if (latest.truth !== undefined) show(latest.truth)
  }
  const truth = pending.has(key) ? pending.get(key)?.truth : relationsApi.endpoints.relations.select(input)(getState() as never).data?.data.some(isOf(type, id))
  pending.set(key, { wish, truth })
  show(on)
  try {
    const { data } = await queryFulfilled
    settle(true)
    return data
  } catch (reason) {
    settle(false)
    showToast({ text: failureMessage((reason as { error?: unknown }).error), kind: 'error', now: true })
    return null
  }
}

const isOf = (type: RelationType, entity: string) => (one: Relation): boolean => one.type === type && one.entity === entity

const relation = (type: RelationType, entity: string): Relation =>
  ({ type, entity, collected: type === 1, superfollow: false, reactions: { like: false }, creationDate: new Date().toISOString() })

/** Whether the signed-in member has this relation; false for a visitor, and while it is not known yet. */
function useRelation(type: RelationType, entity: string): { on: boolean; uid: string | null } {
  const { data: me } = useMeQuery()
  const { currentData } = relationsApi.useRelationsQuery(inputFor(me?.uid ?? '', entity), { skip: !me })
  return { on: currentData?.data.some(isOf(type, entity)) ?? false, uid: me?.uid ?? null }
}

export interface Toggle {
  on: boolean
  /** Null for a visitor, who is to be asked to sign in. */
  toggle: (() => void) | null
}

export function useCollected(postId: string): Toggle {
  const { on, uid } = useRelation(1, postId)
  const [collect] = relationsApi.useCollectMutation()
  return { on, toggle: uid === null ? null : () => void collect({ id: postId, uid, on: !on }) }
}

export function useFollowed(beadId: string): Toggle {
  const { on, uid } = useRelation(2, beadId)
  const [followBead] = relationsApi.useFollowBeadMutation()
  return { on, toggle: uid === null ? null : () => void followBead({ id: beadId, uid, on: !on }) }
}

export function useFollowedMember(member: string): Toggle {
  const { on, uid } = useRelation(3, member)
  const [followMember] = relationsApi.useFollowMemberMutation()
  return { on, toggle: uid === null ? null : () => void followMember({ id: member, uid, on: !on }) }
}

export function useFollowedTag(tag: string): Toggle {
  const key = tagKey(tag)
  const { on, uid } = useRelation(4, key)
  const [followTag] = relationsApi.useFollowTagMutation()
  return { on, toggle: uid === null ? null : () => void followTag({ id: key, uid, on: !on }) }
}

/** What a visitor meant to do before they signed in. */
export function collectAs(dispatch: ApiDispatch, uid: string, id: string): void {
  void dispatch(relationsApi.endpoints.collect.initiate({ id, uid, on: true }, { track: false }))
}

export function followBeadAs(dispatch: ApiDispatch, uid: string, id: string): void {
  void dispatch(relationsApi.endpoints.followBead.initiate({ id, uid, on: true }, { track: false }))
}

export function followMemberAs(dispatch: ApiDispatch, uid: string, id: string): void {
  void dispatch(relationsApi.endpoints.followMember.initiate({ id, uid, on: true }, { track: false }))
}

export function followTagAs(dispatch: ApiDispatch, uid: string, id: string): void {
  void dispatch(relationsApi.endpoints.followTag.initiate({ id: tagKey(id), uid, on: true }, { track: false }))
}
