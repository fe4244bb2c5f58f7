import { useEffect, useRef, useState } from 'react'
import type { Answer } from '#contract/endpoints.ts'
import { useSite } from '#data/index.ts'
import { useAddPushBrowserMutation, usePushBrowsersQuery, useRemovePushBrowserMutation } from '#data/notifications.ts'
import { platform } from '#host/platform.ts'
import { ownSubscription, pushSupport } from '#data/push.ts'
import { idOf, isDenied, subscribe } from './browser.ts'

/**
 * `application`: the desktop application shows notifications without a subscription. `home-screen`: only supported after the site was added to the home screen. `fixed`: the site is read-only. `denied`:
 * the user has denied the permission. `prompting`: the browser's permission prompt is pending, or was dismissed in
 * Firefox.
 */
export type PushState =
  'loading' | 'application' | 'home-screen' | 'unsupported' | 'fixed' | 'denied' | 'off' | 'prompting' | 'on' | 'busy' | 'failed'

/** A browser with push notifications, as stored on the server. */
export type Browser = Answer<'GET /api/v0/me/push'>['results'][number]

export interface Push {
  state: PushState
  /** All browsers with notifications, including this one. */
  browsers: readonly Browser[]
  /** Whether it is this browser. */
  isThis(browser: Browser): boolean
  /** Resolves to true if notifications are on now. */
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
  // A subscription too would show each notification twice.
  const isApplication = platform.name === 'desktop'
  const supported = support === 'yes' && !readOnly && !isApplication
  const { currentData: subscribed } = usePushBrowsersQuery(undefined, { skip: !supported && !withOthers })
  const [add] = useAddPushBrowserMutation()
  const [drop] = useRemovePushBrowserMutation()
  /** Id of this browser's subscription; null without one, undefined until it is known. */
  const [own, setOwn] = useState<string | null | undefined>(undefined)
  const [activity, setActivity] = useState<'none' | 'prompting' | 'busy' | 'failed'>('none')
  /** Number of permission requests; identifies the latest one. */
  const permissionRequests = useRef(0)

  useEffect(() => {
    if (!supported) return
    let isMounted = true
    void ownSubscription()
      .then((found) => found && idOf(found))
      .catch(() => null)
      .then((id) => isMounted && setOwn(id))
    return () => {
      isMounted = false
    }
  }, [supported])

  const runAction = async (action: () => Promise<void>): Promise<boolean> => {
    setActivity('busy')
    const outcome = await action().then(
      () => 'none' as const,
      () => 'failed' as const,
    )
    setActivity(outcome)
    return outcome === 'none'
  }

  const currentState = (): PushState => {
    if (isApplication) return 'application'
    if (support !== 'yes') return support === 'no' ? 'unsupported' : support
    if (readOnly) return 'fixed'
    if (subscribed === undefined || own === undefined) return 'loading'
    if (activity !== 'none') return activity
    if (isDenied()) return 'denied'
    return subscribed.results.some(({ id }) => id === own) ? 'on' : 'off'
  }

  return {
    state: currentState(),
    browsers: subscribed?.results ?? [],
    isThis: ({ id }) => id === own,
    async turnOn() {
      const request = ++permissionRequests.current
      setActivity('prompting')
      // Must run inside the click event, as browsers require. Firefox resolves only when its prompt is answered, and a dismissed prompt
      // returns only with another request: each click requests, and only the latest request counts.
      const answer = await Notification.requestPermission().catch(() => 'default' as const)
      if (request !== permissionRequests.current) return false
      if (answer !== 'granted' || !subscribed) {
        setActivity('none')
        return false
      }
      return runAction(async () => {
        const { id } = await add({ body: await subscribe(subscribed.publicKey) }).unwrap()
        setOwn(id)
      })
    },
    async turnOff() {
      await runAction(async () => {
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
