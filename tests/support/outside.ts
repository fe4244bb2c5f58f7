import { createRefusal } from '../../server/features/media/refusal.ts'
import type { SafeAnswer, SafeFetch } from '../../server/features/media/safe-fetch.ts'

export interface Outside extends SafeFetch {
  /** Every requested URL, in order. */
  requests: string[]
  html(href: string, body: string, more?: Partial<SafeAnswer>): void
  json(href: string, body: unknown): void
  /** Neither a page nor JSON: only its type is reported. */
  other(href: string, type: string, more?: Partial<SafeAnswer>): void
  /** Sets what all requests do: `refuse` fails at once, `hang` never settles, `back` returns the pages. */
  setBehaviour(behaviour: 'refuse' | 'hang' | 'back'): void
}

/** Fakes all other sites: only the pages that a test adds exist. */
export function createOutside(): Outside {
  const pages = new Map<string, SafeAnswer>()
  let behaviour: 'refuse' | 'hang' | 'back' = 'back'
  const hanging = new Set<(reason: Error) => void>()
  const put = (href: string, type: string, body: string, more: Partial<SafeAnswer> = {}) =>
    void pages.set(href, { href, status: 200, type, charset: 'utf-8', body: Buffer.from(body), ...more })
  return {
    requests: [],
    html: (href, body, more) => put(href, 'text/html', body, more),
    json: (href, body) => put(href, 'application/json', JSON.stringify(body)),
    other: (href, type, more) => put(href, type, '', more),
    setBehaviour: (next) => (behaviour = next),
    async get(href) {
      this.requests.push(href)
      if (behaviour === 'hang') return new Promise((_resolve, reject) => hanging.add(reject))
      const page = pages.get(href)
      if (behaviour === 'refuse' || !page) throw createRefusal('network', 'connection refused')
      return page
    },
    // Like the real client, rejects pending requests.
    close: async () => {
      for (const reject of hanging) reject(createRefusal('network', 'closed'))
    },
  }
}

export const oembedOf = (provider: 'youtube' | 'vimeo' | 'soundcloud' | 'dailymotion' | 'wistia' | 'tiktok', href: string): string =>
  ({
    youtube: 'https://www.youtube.com/oembed?format=json&url=',
    vimeo: 'https://vimeo.com/api/oembed.json?url=',
    soundcloud: 'https://soundcloud.com/oembed?format=json&url=',
    dailymotion: 'https://www.dailymotion.com/services/oembed?format=json&url=',
    wistia: 'https://fast.wistia.com/oembed?format=json&url=',
    tiktok: 'https://www.tiktok.com/oembed?url=',
  })[provider] + encodeURIComponent(href)
