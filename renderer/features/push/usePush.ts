import { useEffect, useState } from 'react'
import type { Answer } from '../../../server/contract/endpoints.ts'
import { useSite } from '../../app/api/index.ts'
import { useAddPushBrowserMutation, usePushBrowsersQuery, useRemovePushBrowserMutation } from '../../app/api/notifications.ts'
import { isSupported, ownSubscription } from '../../app/api/push.ts'
import { idOf, isDenied, subscribe } from './browser.ts'

export type PushState = 'unsupported' | 'denied' | 'off' | 'on' | 'busy' | 'failed'
export type Browser = Answer<'GET /api/v0/me/push'>['results'][number]

export interface Push {
  state: PushState
  /** All that are told, this one included. */
  browsers: readonly Browser[]
  /** Whether it is the one that shows this. */
  isThis(browser: Browser): boolean
  turnOn(): Promise<void>
  turnOff(): Promise<void>
  remove(browser: Browser): Promise<void>
}

/** Push messages for the signed-in member. Nothing is asked of the person before they turn it on. */
export function usePush(): Push {
  const { readOnly } = useSite()
  const supported = isSupported() && !readOnly
  const { currentData: known } = usePushBrowsersQuery(undefined, { skip: !supported })
  const [add] = useAddPushBrowserMutation()
  const [drop] = useRemovePushBrowserMutation()
  const [own, setOwn] = useState<string | null | undefined>(undefined)
  const [work, setWork] = useState<'none' | 'busy' | 'failed'>('none')

  useEffect(() => {
    if (!supported) return
    let live = true
    void ownSubscription().then((found) => found && idOf(found)).catch(() => null).then((id) => live && setOwn(id))
    return () => {
      live = false
    }
  }, [supported])

  const doing = async (act: () => Promise<void>): Promise<void> => {
    setWork('busy')
    setWork(await act().then(() => 'none' as const, () => 'failed' as const))
  }

  const stateNow = (): PushState => {
    if (!supported || known === undefined || own === undefined) return 'unsupported'
    if (work !== 'none') return work
    if (isDenied()) return 'denied'
    return known.results.some(({ id }) => id === own) ? 'on' : 'off'
  }

  return {
    state: stateNow(),
    browsers: known?.results ?? [],
    isThis: ({ id }) => id === own,
    turnOn: () => doing(async () => {
      // In the click itself: browsers let nobody ask otherwise.
      if (await Notification.requestPermission() !== 'granted' || !known) return
      const { id } = await add({ body: await subscribe(known.publicKey) }).unwrap()
      setOwn(id)
    }),
    turnOff: () => doing(async () => {
      const subscription = await ownSubscription()
      await subscription?.unsubscribe()
      if (own) await drop(own).unwrap()
      setOwn(null)
    }),
    remove: async ({ id }) => {
      await drop(id).unwrap()
    },
  }
}
