/** Fakes the picture services for pages: the answers of Strand's API, and the pictures themselves. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'

const root = join(import.meta.dirname, '../..')
const clips = join(root, 'server/demo/pictures/clips')
const files = ['last-light', 'tides', 'night-swim', 'paper-hills', 'two-stones', 'garden-of-cells'].map((name) =>
  join(clips, `${name}.jpg`),
)

export const pictureAt = (n: number): string => `https://pictures.example/${n}.jpg`

export const foundPicture = (source: string, n: number, fields: object = {}) => ({
  id: `${n}`,
  source,
  title: `Sunset ${n}`,
  author: 'Ann Lee',
  image: pictureAt(n),
  thumbnail: pictureAt(n),
  width: 960,
  height: 540,
  href: `https://pictures.example/photos/${n}`,
  license: { name: 'CC BY 2.0' },
  copyright: false,
  ...fields,
})

const list = (results: object[], next: number | null, fields: object = {}) => ({
  results,
  next,
  counts: { total: results.length },
  available: true,
  ...fields,
})

/** Results per page of Flickr in these tests. */
const perPage = 6

/**
 * Flickr has three pages, and the first picture is copyrighted; Openverse has no results; Wikimedia Commons is down until `back` is called.
 * Returns the requests.
 */
export async function playPictures(page: Page): Promise<{ requests: string[]; back: () => void }> {
  const requests: string[] = []
  let down = true
  const answer = (route: Route): Promise<void> => {
    const url = new URL(route.request().url())
    const name = url.pathname.split('/').at(-1)!
    const place = Number(url.searchParams.get('page') ?? 1)
    const all = url.searchParams.get('loadMore') === '1'
    requests.push(`${name} ${url.searchParams.get('query') ?? ''} ${place}${all ? ' all' : ''}`)
    const json = (): object => {
      if (name === 'sources')
        return {
          sources: [
            ['flickr', 'Flickr', true],
            ['fivepx', '500px', false],
            ['behance', 'Behance', false],
            ['openverse', 'Openverse', true],
            ['wikimedia', 'Wikimedia Commons', true],
          ].map(([source, title, available]) => ({ name: source, title, available })),
        }
      if (name === 'flickr_getInfo') {
        const id = url.searchParams.get('query')
        const taken = id === '3'
        return {
          available: true,
          data: { ...foundPicture('flickr', Number(id)), author: 'Ann Marie Lee', description: '', tags: [], copyright: taken },
        }
      }
      if (name === 'flickr_getSizes') return { available: true, data: [] }
      if (name === 'openverse') return list([], null, { message: 'no data' })
      if (name === 'wikimedia')
        return down ? list([], null, { outage: true }) : list([foundPicture('wikimedia', 90, { title: 'Back again', author: '' })], null)
      const found = Array.from({ length: perPage }, (_, n) => (place - 1) * perPage + n + 1).map((n) =>
        foundPicture('flickr', n, n === 1 ? { copyright: true, license: { name: 'All rights reserved' } } : {}),
      )
      return all ? list(found, place < 3 ? place + 1 : null) : list(found.slice(0, 4), place)
    }
    return route.fulfill({ json: json() })
  }
  await page.route('**/api/v0/imagesearch/**', answer)
  await playPictureFiles(page)
  return { requests, back: () => (down = false) }
}

export const playPictureFiles = (page: Page): Promise<unknown> =>
  page.route('https://pictures.example/**', (route) => {
    const n = Number(/\/(\d+)\.jpg$/.exec(route.request().url())?.[1] ?? NaN)
    return Number.isNaN(n)
      ? route.fulfill({ status: 404, body: '' })
      : route.fulfill({ path: files[n % files.length]!, contentType: 'image/jpeg' })
  })

/** Fakes the endpoint by which the server fetches a picture, since tests have no network. Returns the bodies of the requests. */
export async function handPictures(page: Page): Promise<Record<string, unknown>[]> {
  const sent: Record<string, unknown>[] = []
  await page.route(/\/api\/v0\/beads(\/b\w+)?$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const body = route.request().postDataJSON() as Record<string, unknown>
    sent.push(body)
    const { imageSrc, ...rest } = body
    if (typeof imageSrc !== 'string') return route.fallback()
    const n = Number(/\/(\d+)\.jpg$/.exec(imageSrc)![1])
    const image = (await readFile(files[n % files.length]!)).toString('base64')
    return route.fallback({ postData: JSON.stringify({ ...rest, image }) })
  })
  return sent
}
