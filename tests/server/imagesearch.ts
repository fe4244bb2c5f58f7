/** A fake client of image services, answers of Flickr, and the image search under test. */
import pino from 'pino'
import { beforeEach } from 'vitest'
import type { CallOutput } from '#contract/index.ts'
import { createImageSearch } from '../../server/features/imagesearch/service.ts'
import type { SafeFetch } from '../../server/features/media/service.ts'

/** A fake client of an image service, which records its requests. Tests answer in the documented format of the service. */
export interface FakeService extends SafeFetch {
  requests: URL[]
}

export function fakeService(answer: (url: URL) => unknown): FakeService {
  const requests: URL[] = []
  return {
    requests,
    async get(href) {
      const url = new URL(href)
      requests.push(url)
      const reply = await answer(url)
      if (reply instanceof Error) throw reply
      const body = Buffer.from(typeof reply === 'string' ? reply : JSON.stringify(reply))
      return { href, status: 200, type: 'application/json', charset: 'utf-8', body }
    },
    close: async () => {},
  }
}

export const flickrPhoto = (id: number, license: string, more = {}) => ({
  id: String(id),
  owner: '66956608@N06',
  secret: '9a8b7c6d5e',
  server: '65535',
  farm: 66,
  title: `Photo ${id}`,
  ispublic: 1,
  isfriend: 0,
  isfamily: 0,
  license,
  ownername: 'Ansel',
  pathalias: 'ansel',
  url_l: `https://live.staticflickr.com/65535/${id}_b.jpg`,
  height_l: 683,
  width_l: 1024,
  url_n: `https://live.staticflickr.com/65535/${id}_n.jpg`,
  height_n: 213,
  width_n: 320,
  ...more,
})
export const flickrPage = (photo: unknown[], more = {}) => ({
  photos: { page: 1, pages: 25, perpage: 20, total: 499, photo, ...more },
  stat: 'ok',
})

/** Lines of the log since the test began. */
export const logged: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
export const keys = { flickr: 'flickr-key', fivepx: 'px-key', behance: 'be-key' }

export const make = (fetcher: SafeFetch, more = {}) => createImageSearch({ log, fetcher, keys, waitMs: 200, ...more })

export type Query = CallOutput<'GET /api/v0/imagesearch/flickr'>['query']
export const query = (text: string, more: Partial<Query> = {}): Query => ({ query: text, page: 1, loadMore: '1', ...more })

/** Registers the hooks of a test file. */
export function setUp(): void {
  beforeEach(() => void logged.splice(0))
}
