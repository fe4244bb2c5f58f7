import { tryTwice } from '../ui/exit.ts'
import { outcomeOf, type Arrival } from '../data/arrival.ts'
import { leavePopup } from '../data/authChannel.ts'
import { keptIntent } from '../data/intents.ts'
import { lacksEmail } from '../data/members.ts'
import { meIn } from '../data/session.ts'
import { whenIdle } from '../ui/idle.ts'
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
    void tryTwice(() => import('../screens/auth/arrive.ts')).then(({ arrive }) => arrive(store.dispatch, arrival, me), () => undefined)
  }
  whenIdle(() => void tryTwice(() => import('./syncTabs.ts')).then(({ agreeWithTabs }) => agreeWithTabs(store), () => undefined))
}
