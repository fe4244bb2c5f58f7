/** The operator's Cast receiver, from the document. */
import type { CastReceiver } from '#player/index.ts'

/** Google's default receiver, which plays files. */
const defaultReceiver = 'CC1AD845'

const metaOf = (name: string): string | undefined => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

export function castSettings(): { appId: string; receiver: CastReceiver } {
  const appId = metaOf('cast-app-id')
  if (appId === undefined || appId === '') return { appId: defaultReceiver, receiver: 'files' }
  return { appId, receiver: metaOf('cast-frames') === 'true' ? 'all' : 'own' }
}
