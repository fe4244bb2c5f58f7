import { tryTwice } from '#ui/exit.ts'
import { toPopupOutcome, type Arrival } from '#data/arrival.ts'
import { reportPopupOutcome } from '#data/authChannel.ts'
import { readIntent } from '#data/intents.ts'
import { lacksEmail } from '#data/members.ts'
import { meIn } from '#data/api.ts'
import type { Store } from './store.ts'

/** In a pop-up that was opened to sign in with a social network: reports the outcome to the page and closes. */
export async function finishPopup(arrival: Arrival | null): Promise<void> {
  const outcome = arrival && toPopupOutcome(arrival)
  if (outcome) await reportPopupOutcome(outcome)
}

/**
 * Continues what started before this page was loaded: the parameters of a link in a mail or from a social network, the
 * sign-up of a member without e-mail address, and the intent stored before a reload.
 */
export function resumeAfterLoad(store: Store, arrival: Arrival | null): void {
  const me = meIn(store.getState()) ?? null
  if (arrival || (me && (lacksEmail(me) || readIntent()))) {
    void tryTwice(() => import('../screens/auth/handleArrival.ts')).then(
      ({ handleArrival }) => handleArrival(store.dispatch, arrival, me),
      () => undefined,
    )
  }
}
