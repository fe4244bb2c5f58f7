/** Maps Redux actions to analytics events (R21). */
import type { PageEvent } from '#contract/endpoints/analytics.ts'
import { selectCurrentItem, type StreamFailure, type WithPlayer } from '#player/index.ts'
import { call } from '#data/client.ts'
import { track, type EventData } from '#data/track.ts'

export type Event = [PageEvent, EventData]

interface ReportedAction {
  type: string
  payload?: unknown
  meta?: { arg?: { endpointName?: string; originalArgs?: unknown } }
}

interface Ids {
  id?: string
  bead?: string
}
interface Args {
  id?: string
  on?: boolean
  emails?: readonly string[]
  params?: { id?: string }
}

/** The event of a successful mutation, by endpoint name. Toggles are reported only when switched on. */
const mutationEvents: Readonly<Record<string, (args: Args, answer: Ids) => Event | null>> = {
  createBead: (_, { bead = '' }) => ['newbead', { id: bead }],
  addPost: (_, { id = '' }) => ['newpost', { id }],
  addComment: ({ params }) => ['comment', { id: params?.id ?? '' }],
  collect: ({ id = '', on }) => (on ? ['collect', { id }] : null),
  followBead: ({ id = '', on }) => (on ? ['followbead', { id }] : null),
  followMember: ({ id = '', on }) => (on ? ['follow', { id }] : null),
  followTag: ({ id = '', on }) => (on ? ['follow', { id }] : null),
  share: ({ id = '', emails = [] }) => ['share', { id, to: emails.length > 0 ? 'email' : 'members' }],
  login: () => ['login', { type: 'email' }],
  signup: () => ['signup', { type: 'email' }],
}

/** The event of a failed mutation, by endpoint name. */
const failureEvents: Readonly<Record<string, PageEvent>> = {
  createBead: 'newbeadfailed',
  editBead: 'editbeadfailed',
  publishBead: 'publishfailed',
  inviteToBead: 'invitefailed',
}

/** The analytics event of a Redux action; null if the action is not reported. */
export function eventOf({ type, payload, meta }: ReportedAction): Event | null {
  const name = meta?.arg?.endpointName ?? ''
  const args = (meta?.arg?.originalArgs ?? {}) as Args
  switch (type) {
    case 'api/executeMutation/fulfilled':
      return mutationEvents[name]?.(args, (payload ?? {}) as Ids) ?? null
    case 'api/executeMutation/rejected': {
      const event = failureEvents[name]
      const { status = 0, message = '' } = (payload ?? {}) as { status?: number; message?: string }
      return event === undefined ? null : [event, { id: args.params?.id ?? '', status, message }]
    }
    case 'player/itemEnded': {
      const { postId, external } = payload as { postId: string; external: boolean }
      return external ? null : ['play', { id: postId }]
    }
    case 'player/streamFailed': {
      const { output, code } = payload as StreamFailure
      return ['mediaerror', { type: output, message: code }]
    }
    default:
      return null
  }
}

/** Reports a failed stream to the server, which then checks the link earlier than planned (BY8). */
function reportUnplayable({ type, payload }: ReportedAction, state: WithPlayer): void {
  if (type !== 'player/streamFailed') return
  const { stream, scope } = payload as StreamFailure
  const item = selectCurrentItem(state)
  // Only failures of the stream itself: Strand (BY1), the device and the network say nothing about the link.
  if (scope !== 'stream' || !item || item.external) return
  void call('POST /api/v0/posts/:id/unplayable', { params: { id: item.postId }, body: { href: stream.href } })
}

/** Reports the event of an action, if it has one, and an unplayable stream. */
export function reportAction(action: ReportedAction, state: WithPlayer): void {
  reportUnplayable(action, state)
  const event = eventOf(action)
  if (event) track(...event)
}
