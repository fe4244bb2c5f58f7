/** Connects this page as a device of the signed-in member (BZ10). */
import { meIn } from '#data/api.ts'
import { showToast } from '#ui/toast.ts'
import type { HostStore } from '../store.ts'
import { connectDevice, type DeviceContext } from './connectDevice.ts'
import { pageIdentity } from './identity.ts'

/** Connects as long as a member is signed in. */
export function connectDevices(context: Omit<DeviceContext, 'store'> & { store: HostStore }): void {
  const { store } = context
  const member = () => meIn(store.getState())?.uid ?? null
  let connected: { uid: string; close: () => void } | null = null
  const connect = () => connectDevice({ ...context, identity: pageIdentity, notify: (text) => showToast({ text, length: 'long' }) })
  const check = () => {
    const uid = member()
    if (connected?.uid === uid || (connected === null && uid === null)) return
    connected?.close()
    connected = uid === null ? null : { uid, close: connect() }
  }
  store.subscribe(check)
  check()
}
