import { createRefusal } from '../../server/features/media/refusal.ts'
import type { SafeFetch } from '../../server/features/media/safe-fetch.ts'

export interface Providers extends SafeFetch {
  /** Every requested URL, in order. */
  requests: string[]
  /** The response of an address from now on; `down`: no response; `unnamed`: its host does not resolve. */
  answer(href: string, how: number | 'down' | 'unnamed' | { body: unknown }): void
}

/** Providers of which a test says what they answer. What it says nothing of is there, and has nothing to tell. */
export function createProviders(): Providers {
  const answers = new Map<string, number | 'down' | 'unnamed' | { body: unknown }>()
  return {
    requests: [],
    answer: (href, how) => void answers.set(href, how),
    async get(href) {
      this.requests.push(href)
      const how = answers.get(href) ?? 200
      if (how === 'unnamed') throw createRefusal('name', `nobody knows ${new URL(href).hostname}`)
      if (how === 'down') throw createRefusal('network', 'nothing answers')
      if (typeof how === 'number' && how !== 200) throw createRefusal('status', `status ${how}`, how)
      const body = Buffer.from(typeof how === 'number' ? '{}' : JSON.stringify(how.body))
      return { href, status: 200, type: 'application/json', charset: 'utf-8', body }
    },
    close: async () => {},
  }
}
