import { tryTwice } from '../ui/exit.ts'
import { outcomeOf, type Arrival } from './api/arrival.ts'
import { leavePopup } from './api/authChannel.ts'
import { keptIntent } from './api/intents.ts'
import { lacksEmail } from './api/members.ts'
import { meIn } from './api/session.ts'
import { whenIdle } from './idle.ts'
import type { Store } from './store.ts'

/** A window that was opened for a social network has nothing to show: it tells what it came to, and is gone. */
export async function endPopup(arrival: Arrival | null): Promise<void> {
  const outcome = arrival && outcomeOf(arrival)
  if (outcome) await leavePopup(outcome)
}

/** Does what the address brought along, and what a member had meant to do before the page was loaded again. */
export function arrive(store: Store, arrival: Arrival | null): void {
  const me = meIn(store.getState()) ?? null
  if (arrival || (me && (lacksEmail(me) || keptIntent()))) {
    void tryTwice(() => import('../features/auth/arrive.ts')).then(({ arrive }) => arrive(store.dispatch, arrival, me), () => undefined)
  }
  whenIdle(() => void tryTwice(() => import('./tabs.ts')).then(({ agreeWithTabs }) => agreeWithTabs(store), () => undefined))
}
