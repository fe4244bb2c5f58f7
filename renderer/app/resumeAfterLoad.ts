import { tryTwice } from '#ui/exit.ts'
import { outcomeOf, type Arrival } from '#data/arrival.ts'
import { leavePopup } from '#data/authChannel.ts'
import { keptIntent } from '#data/intents.ts'
import { lacksEmail } from '#data/members.ts'
import { meIn } from '#data/session.ts'
import { whenIdle } from '#ui/idle.ts'
import type { Store } from './store.ts'

/** A pop-up opened for a social network reports its outcome and closes. */
export async function finishPopup(arrival: Arrival | null): Promise<void> {
  const outcome = arrival && outcomeOf(arrival)
  if (outcome) await leavePopup(outcome)
}

/** Handles the parameters of a mail's or network's link, and the intent stored before a reload. */
export function resumeAfterLoad(store: Store, arrival: Arrival | null): void {
  const me = meIn(store.getState()) ?? null
  if (arrival || (me && (lacksEmail(me) || keptIntent()))) {
    void tryTwice(() => import('../screens/auth/handleArrival.ts')).then(
      ({ handleArrival: arrive }) => arrive(store.dispatch, arrival, me),
      () => undefined,
    )
  }
  whenIdle(
    () =>
      void tryTwice(() => import('./syncTabs.ts')).then(
        ({ agreeWithTabs }) => agreeWithTabs(store),
        () => undefined,
      ),
  )
}
