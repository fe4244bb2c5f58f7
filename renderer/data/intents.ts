/** What an anonymous visitor meant to do when asked to sign in (A4.2): it runs once they have. */
export type Intent =
  | { type: 'startbead' }
  | { type: 'addpost'; id?: string; link?: string }
  | { type: 'collect'; id: string }
  | { type: 'upvote'; id: string }
  | { type: 'followbead'; id: string }
  | { type: 'followmember'; id: string }
  | { type: 'followtag'; id: string }
  | { type: 'repost'; id: string }
  | { type: 'comment'; id: string }
  | { type: 'commentReact'; id: string }
  | { type: 'tvosconnect' }

/** Those that are nothing without the id of what they are about. */
const ofSomething = ['collect', 'upvote', 'followbead', 'followmember', 'followtag', 'repost', 'comment', 'commentReact'] as const

/** As an element is marked with it: `collect/{id}`, `startbead`. One that nobody knows is only logged. */
export function parseIntent(text: string): Intent | null {
  const [type = '', ...rest] = text.split('/')
  const id = rest.join('/')
  if (type === 'startbead' || type === 'tvosconnect') return { type }
  if (type === 'addpost') return id === '' ? { type } : { type, id }
  const known = ofSomething.find((one) => one === type)
  if (known !== undefined && id !== '') return { type: known, id }
  console.info(`Nothing is known to be done for "${text}"`)
  return null
}

const storageKey = 'strand-intent'
/** As long as the cookies of a sign-up (A9), in ms. */
const lifetime = 3_600_000

/**
 * An intent outlives the page that it was meant on: a reload, the page of the log-in and the way to a social
 * network and back, all in this tab.
 */
export function keepIntent(intent: Intent): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ intent, until: Date.now() + lifetime }))
  } catch {
    // A browser that keeps nothing: then it lives as long as the page.
  }
}

export function dropIntent(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // There is nothing to drop.
  }
}

/** The one that is kept; it stays so. */
export function keptIntent(): Intent | null {
  try {
    const { intent, until } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as { intent?: Intent; until?: number }
    return intent !== undefined && until !== undefined && until > Date.now() ? intent : null
  } catch {
    return null
  }
}

/** Takes it, so that it runs once. */
export function takeIntent(): Intent | null {
  const intent = keptIntent()
  dropIntent()
  return intent
}
