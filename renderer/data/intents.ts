/** What another page or app shares for a new post (D12), as plain text. */
export interface SharedContent {
  title: string
  text: string
  /** Addresses of the page's pictures. */
  pictures: string[]
}

/** The action that a visitor started before signing in (A4.2): it runs after the sign-in. */
export type Intent =
  | { type: 'startbead' }
  | { type: 'addpost'; id?: string; link?: string; shared?: SharedContent }
  | { type: 'collect'; id: string }
  | { type: 'upvote'; id: string }
  | { type: 'followbead'; id: string }
  | { type: 'followmember'; id: string }
  | { type: 'followtag'; id: string }
  | { type: 'repost'; id: string }
  | { type: 'comment'; id: string }
  | { type: 'commentReact'; id: string }
  | { type: 'tvosconnect' }

/** Intents that need the id of their subject. */
const typesWithId = ['collect', 'upvote', 'followbead', 'followmember', 'followtag', 'repost', 'comment', 'commentReact'] as const

/** Parses the value of `data-force-login`, such as `collect/{id}` or `startbead`. Unknown intents are logged. */
export function parseIntent(text: string): Intent | null {
  const [type = '', ...rest] = text.split('/')
  const id = rest.join('/')
  if (type === 'startbead' || type === 'tvosconnect') return { type }
  if (type === 'addpost') return id === '' ? { type } : { type, id }
  const known = typesWithId.find((candidate) => candidate === type)
  if (known !== undefined && id !== '') return { type: known, id }
  console.info(`Unknown intent "${text}"`)
  return null
}

const storageKey = 'strand-intent'
/** As long as the cookies of a sign-up (A9), in ms. */
const maxAgeMs = 3_600_000

/** Stores the intent per tab: it survives a reload, the login page and the round trip to a social network. */
export function saveIntent(intent: Intent): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ intent, until: Date.now() + maxAgeMs }))
  } catch {
    // Without storage the intent lives as long as the page.
  }
}

export function deleteIntent(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Reads the stored intent without removing it. */
export function readIntent(): Intent | null {
  try {
    const { intent, until } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as { intent?: Intent; until?: number }
    return intent !== undefined && until !== undefined && until > Date.now() ? intent : null
  } catch {
    return null
  }
}

/** Reads and removes the intent, so that it runs once. */
export function takeIntent(): Intent | null {
  const intent = readIntent()
  deleteIntent()
  return intent
}
