/**
 * Connects the television to a member (decision 50): gets a code and a link, shows them, and polls until a member has used one of them.
 * A new code replaces the shown one before that expires. The earlier ones are polled too, because a member may be typing one.
 */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import type { CallResult } from '#data/client.ts'

/** The new code is requested this long before the shown one expires (seconds): time enough to type it. */
const renewSeconds = 60
/** After a failure, the next attempt follows after this time (ms). */
const retryMs = 5000
/** Pairings that are polled at a time. */
const maxPairings = 2

type Pairing = Answer<'POST /api/v1/auth/tvos/token'>
export type Connected = Extract<Answer<'POST /api/v1/auth/tvos/poll'>, { connected: true }>

export interface PairingView {
  /** Null before the first answer. */
  shown: Pick<Pairing, 'code' | 'url' | 'codePage'> | null
  /** Why there is no code, or the shown one may be outdated. */
  problem: 'unreachable' | 'paused' | null
}

interface PairingPorts {
  begin(): Promise<CallResult<'POST /api/v1/auth/tvos/token'>>
  poll(body: CallInput<'POST /api/v1/auth/tvos/poll'>['body']): Promise<CallResult<'POST /api/v1/auth/tvos/poll'>>
  setTimer(callback: () => void, ms: number): () => void
  onView(view: PairingView): void
  onConnected(connected: Connected): void
}

/** Runs until the television is connected or the returned function is called. */
export function pair({ begin, poll, setTimer, onView, onConnected }: PairingPorts): () => void {
  /** The shown one last. */
  let pairings: Pairing[] = []
  let view: PairingView = { shown: null, problem: null }
  let isOver = false
  let stopRenewal = (): void => undefined
  let stopPolling = (): void => undefined

  function show(change: Partial<PairingView>): void {
    view = { ...view, ...change }
    if (!isOver) onView(view)
  }

  async function renew(): Promise<void> {
    stopRenewal()
    const { data, error } = await begin()
    if (isOver) return
    if (error) {
      show({ problem: error.code === 'read_only' ? 'paused' : 'unreachable' })
      stopRenewal = setTimer(() => void renew(), Math.max(retryMs, (error.retryAfter ?? 0) * 1000))
      return
    }
    pairings = [...pairings, data].slice(-maxPairings)
    show({ shown: data, problem: null })
    stopRenewal = setTimer(() => void renew(), Math.max(data.codeSeconds - renewSeconds, renewSeconds) * 1000)
    schedulePoll(data.interval)
  }

  function schedulePoll(seconds: number): void {
    stopPolling()
    stopPolling = setTimer(() => void pollAll(), seconds * 1000)
  }

  async function pollAll(): Promise<void> {
    let interval = pairings.at(-1)?.interval ?? 0
    let isReached = true
    for (const pairing of pairings) {
      const { data, error } = await poll({ secret: pairing.secret })
      if (isOver) return
      if (data?.connected) {
        stop()
        return onConnected(data)
      }
      // It has expired, or another television has used it.
      if (error?.status === 403 && error.code !== 'read_only') pairings = pairings.filter((one) => one !== pairing)
      else if (error) isReached = false
      interval = Math.max(interval, error?.retryAfter ?? 0)
    }
    if (isReached === (view.problem === 'unreachable')) show({ problem: isReached ? null : 'unreachable' })
    if (pairings.length === 0) return renew()
    schedulePoll(interval)
  }

  function stop(): void {
    isOver = true
    stopRenewal()
    stopPolling()
  }

  void renew()
  return stop
}
