/** Connects `fullLoad.ts`, which reloads the page after a deployment, to the document, the store and the navigation. */
import { t } from '#texts/index.ts'
import { belowGuard } from '#ui/backGuard.ts'
import { showUpdate } from '#ui/update.ts'
import { selectIsPlaying } from '#player/index.ts'
import { createFullLoad, type Loads } from './fullLoad.ts'
import { interceptNavigation } from '#navigation/history.ts'
import type { Store } from './store.ts'
import { hasUnsavedInput } from './writing.ts'

const storageKey = 'strand-full-load'

let loads: Loads = { at: 0, count: 0 }

function readLoads(): Loads {
  try {
    const [at = 0, count = 0] = (sessionStorage.getItem(storageKey) ?? '').split(' ').map(Number)
    return { at, count }
  } catch {
    // Storage may be blocked: then only the loads of this page are known.
    return loads
  }
}

function writeLoads(updated: Loads): void {
  loads = updated
  try {
    sessionStorage.setItem(storageKey, `${updated.at} ${updated.count}`)
  } catch {
    // As above.
  }
}

/** Returns a listener for the responses of the server. */
export function watchForNewBuild(store: Store): (response: Response) => void {
  const { replaceNavigation, inspectResponse } = createFullLoad({
    build: document.querySelector<HTMLMetaElement>('meta[name="strand-build"]')?.content ?? null,
    isBusy: () => hasUnsavedInput(document) || selectIsPlaying(store.getState()),
    now: () => Date.now(),
    last: { read: readLoads, write: writeLoads },
    origin: location.origin,
    here: () => location.pathname + location.search,
    load(to) {
      belowGuard(() => {
        if (to === location.pathname + location.search) location.reload()
        else location.assign(to)
      })
    },
    onStale: () => showUpdate({ text: t.menu.newVersion, action: { label: t.menu.reloadNow, onSelect: () => location.reload() } }),
  })
  interceptNavigation(replaceNavigation)
  return inspectResponse
}
