/** What an anonymous visitor meant to do when asked to sign in (A4.2), in the documents' own notation. */
export type Intent = { type: 'startbead' } | { type: 'addpost'; id?: string }

/** `startbead`, `addpost/{id}`; null where it is none that we know. */
export function parseIntent(text: string): Intent | null {
  const [type, id] = text.split('/')
  if (type === 'startbead') return { type }
  if (type === 'addpost') return id ? { type, id } : { type }
  return null
}

export const formatIntent = (intent: Intent): string =>
  intent.type === 'addpost' && intent.id ? `addpost/${intent.id}` : intent.type
