import { createRefusal } from '../../server/features/media/refusal.ts'
import type { SafeFetch } from '../../server/features/media/safe-fetch.ts'

export interface Providers extends SafeFetch {
  /** Every requested URL, in order. */
  requests: string[]
  /** Sets the response of an address; `down`: the connection fails; `unnamed`: its host name does not exist. */
  answer(href: string, how: number | 'down' | 'unnamed' | { body: unknown }): void
}

/** Fakes providers. An address without a set response has status 200 and an empty JSON object. */
export function createProviders(): Providers {
  const answers = new Map<string, number | 'down' | 'unnamed' | { body: unknown }>()
  return {
    requests: [],
    answer: (href, how) => void answers.set(href, how),
    async get(href) {
      this.requests.push(href)
      const how = answers.get(href) ?? 200
      if (how === 'unnamed') throw createRefusal('name', `no such host: ${new URL(href).hostname}`)
      if (how === 'down') throw createRefusal('network', 'connection refused')
      if (typeof how === 'number' && how !== 200) throw createRefusal('status', `status ${how}`, how)
      const body = Buffer.from(typeof how === 'number' ? '{}' : JSON.stringify(how.body))
      return { href, status: 200, type: 'application/json', charset: 'utf-8', body }
    },
    close: async () => {},
  }
}
