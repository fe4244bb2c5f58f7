import { useEffect, useRef, useState } from 'react'
import type { Answer } from '#contract/endpoints.ts'
import { useSite } from '#data/index.ts'
import { useAddPushBrowserMutation, usePushBrowsersQuery, useRemovePushBrowserMutation } from '#data/notifications.ts'
import { ownSubscription, pushSupport } from '#data/push.ts'
import { idOf, isDenied, subscribe } from './browser.ts'

/** `asking`: the browser's permission prompt is pending or was dismissed. `fixed`: read-only, nothing can be changed. */
export type PushState = 'loading' | 'home-screen' | 'unsupported' | 'fixed' | 'denied' | 'off' | 'asking' | 'on' | 'busy' | 'failed'
export type Browser = Answer<'GET /api/v0/me/push'>['results'][number]

export interface Push {
  state: PushState
  /** All browsers with notifications, including this one. */
  browsers: readonly Browser[]
  /** Whether it is the current browser. */
  isThis(browser: Browser): boolean
  /** Resolves to whether notifications are on now. */
  turnOn(): Promise<boolean>
  turnOff(): Promise<void>
  remove(browser: Browser): Promise<void>
}

/**
 * Push notifications of the signed-in member. Permission is requested only when the member turns them on. `withOthers`: also lists the
 * member's other browsers if this one does not support push.
 */
export function usePush({ withOthers }: { withOthers: boolean }): Push {
  const { readOnly } = useSite()
  const support = pushSupport()
  const supported = support === 'yes' && !readOnly
  const { currentData: known } = usePushBrowsersQuery(undefined, { skip: !supported && !withOthers })
  const [add] = useAddPushBrowserMutation()
  const [drop] = useRemovePushBrowserMutation()
  const [own, setOwn] = useState<string | null | undefined>(undefined)
  const [work, setWork] = useState<'none' | 'asking' | 'busy' | 'failed'>('none')
  const questions = useRef(0)

  useEffect(() => {
    if (!supported) return
    let live = true
    void ownSubscription()
      .then((found) => found && idOf(found))
      .catch(() => null)
      .then((id) => live && setOwn(id))
    return () => {
      live = false
    }
  }, [supported])

  const doing = async (act: () => Promise<void>): Promise<boolean> => {
    setWork('busy')
    const outcome = await act().then(
      () => 'none' as const,
      () => 'failed' as const,
    )
    setWork(outcome)
    return outcome === 'none'
  }

  const stateNow = (): PushState => {
    if (support !== 'yes') return support === 'no' ? 'unsupported' : support
    if (readOnly) return 'fixed'
    if (known === undefined || own === undefined) return 'loading'
    if (work !== 'none') return work
    if (isDenied()) return 'denied'
    return known.results.some(({ id }) => id === own) ? 'on' : 'off'
  }

  return {
    state: stateNow(),
    browsers: known?.results ?? [],
    isThis: ({ id }) => id === own,
    async turnOn() {
      const question = ++questions.current
      setWork('asking')
      // Must run inside the click event, as browsers require. Firefox resolves only when its prompt is answered, and a dismissed prompt
      // returns only with another request: each click requests, and only the latest request counts.
      const answer = await Notification.requestPermission().catch(() => 'default' as const)
      if (question !== questions.current) return false
      if (answer !== 'granted' || !known) {
        setWork('none')
        return false
      }
      return doing(async () => {
        const { id } = await add({ body: await subscribe(known.publicKey) }).unwrap()
        setOwn(id)
      })
    },
    async turnOff() {
      await doing(async () => {
        const subscription = await ownSubscription()
        await subscription?.unsubscribe()
        if (own) await drop(own).unwrap()
        setOwn(null)
      })
    },
    remove: async ({ id }) => {
      await drop(id).unwrap()
    },
  }
}
