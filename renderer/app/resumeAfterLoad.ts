import { tryTwice } from '#ui/exit.ts'
import { toPopupOutcome, type Arrival } from '#data/arrival.ts'
import { reportPopupOutcome } from '#data/authChannel.ts'
import { readIntent } from '#data/intents.ts'
import { lacksEmail } from '#data/members.ts'
import { meIn } from '#data/session.ts'
import type { Store } from './store.ts'

/** A pop-up opened for a social network reports its outcome and closes. */
export async function finishPopup(arrival: Arrival | null): Promise<void> {
  const outcome = arrival && toPopupOutcome(arrival)
  if (outcome) await reportPopupOutcome(outcome)
}

/** Handles the parameters of a mail's or network's link, and the intent stored before a reload. */
export function resumeAfterLoad(store: Store, arrival: Arrival | null): void {
  const me = meIn(store.getState()) ?? null
  if (arrival || (me && (lacksEmail(me) || readIntent()))) {
    void tryTwice(() => import('../screens/auth/handleArrival.ts')).then(
      ({ handleArrival }) => handleArrival(store.dispatch, arrival, me),
      () => undefined,
    )
  }
}
