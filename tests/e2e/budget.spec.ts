/** What a visitor waits for first. `npm run bench -- page` measures it in full, with what follows by itself. */
import { gzipSync } from 'node:zlib'
import { postsOf, showcase } from './api.ts'
import { expect, test } from './fixtures.ts'

/** Kilobytes of JavaScript, gzipped: three less than there may be with all that a page fetches in its first idle moments. */
const budget = 157

test(`BY13 documents of discover, playlists, posts, members and searches reference at most ${budget} KB of scripts`, async ({
  request,
}) => {
  const bead = await showcase(request)
  const [post] = await postsOf(request, bead.id, 'recent')
  for (const path of [bead.href, `/${post!.href}`, `/p/${bead.creator.uid}`, '/search?q=music', '/search/posts?q=music', '/discover']) {
    const html = await (await request.get(path)).text()
    const scripts = new Set(
      [...html.matchAll(/(?:<script type="module" src|rel="modulepreload" href)="([^"]+)"/g)].map(([, address]) => address!),
    )
    expect(scripts.size, path).toBeGreaterThan(4)
    const sizes = await Promise.all([...scripts].map(async (address) => gzipSync(await (await request.get(address)).body()).length / 1024))
    expect(
      sizes.reduce((sum, size) => sum + size, 0),
      path,
    ).toBeLessThanOrEqual(budget)
  }
})
