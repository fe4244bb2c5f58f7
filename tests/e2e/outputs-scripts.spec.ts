/** The scripts of providers: a blocked one is a network failure, not a dead link; a preloaded one is not loaded again. */
import { expect, test } from '../support/outputs.ts'

const scripts = [
  ['youtube', 'plays-00001', 'https://www.youtube.com/iframe_api', ['https://www.youtube.com/s/player/stub/www-widgetapi.js']],
  ['soundcloud', 'https://soundcloud.com/stub/plays-1', 'https://w.soundcloud.com/player/api.js', []],
  ['dailymotion', 'xplays1', 'https://geo.dailymotion.com/libs/player/xtest1.js', []],
] as const

for (const [id, uri, address, more] of scripts) {
  test(`L5 the blocked script of ${id} → a network failure, requested again`, async ({ outputs }) => {
    let blocked = true
    await outputs.page.route(address, (route) => (blocked ? route.abort() : route.fallback()))
    await outputs.open()
    for (const loadId of [1, 2]) {
      await outputs.load(id, { loadId, stream: outputs.stream(id, uri) })
      expect(await outputs.waitFor('failed', loadId)).toMatchObject({ code: 'blocked', scope: 'network' })
      await outputs.tell(id, 'unload')
    }
    blocked = false
    await outputs.load(id, { loadId: 3, stream: outputs.stream(id, uri) })
    await outputs.waitFor('playing', 3)
    expect(await outputs.page.locator(`script[src="${address}"]`).count()).toBe(1)
  })

  test(`BY2 ${id} preloaded → its script only; then it needs only its frame`, async ({ outputs }) => {
    const requests: string[] = []
    outputs.page.on('request', (request) => request.url().startsWith(outputs.origin) || requests.push(request.url()))
    await outputs.open()
    await outputs.tell(id, 'warm')
    await outputs.tell(id, 'warm')
    await expect.poll(() => requests).toEqual([address, ...more])
    expect(await outputs.page.locator('[data-output] > *').count()).toBe(0)
    expect(await outputs.events()).toEqual([])
    await outputs.load(id, { stream: outputs.stream(id, uri) })
    await outputs.waitFor('playing')
    expect(requests.filter((url) => url === address)).toHaveLength(1)
  })
}

test('L5 an SDK that throws → its stream fails at once, and the page continues', async ({ outputs }) => {
  await outputs.open()
  await outputs.tell('youtube', 'warm')
  await outputs.page.waitForFunction(() => window.YT?.Player !== undefined)
  await outputs.page.evaluate(() => {
    const { Player } = window.YT!
    let tries = 0
    window.YT!.Player = function (...given: ConstructorParameters<NonNullable<typeof Player>>) {
      if (tries++ === 0) throw new Error('Not as it was')
      return new Player!(...given)
    } as never
  })
  await outputs.load('youtube', { stream: outputs.stream('youtube', 'plays-00001') })
  expect(await outputs.waitFor('failed')).toMatchObject({ code: 'crashed', scope: 'player' })
  await outputs.tell('youtube', 'unload')
  await outputs.load('youtube', { loadId: 2, stream: outputs.stream('youtube', 'plays-00002') })
  await outputs.waitFor('playing', 2)
})

test('L5 a script without its expected global → fails at once', async ({ outputs }) => {
  await outputs.page.route('https://w.soundcloud.com/player/api.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await outputs.open()
  await outputs.load('soundcloud', { stream: outputs.stream('soundcloud', 'https://soundcloud.com/stub/plays-1') })
  expect(await outputs.waitFor('failed')).toMatchObject({ code: 'blocked', scope: 'network' })
})
