/** The main journeys in the engine of STRAND_ENGINE (BY29). tests/e2e has more tests, in Chromium only. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { root } from '../support/built-server.ts'
import { picture } from '../support/pictures.ts'
import { listDevices, playOnTelevision } from './devices.ts'
import type { Engine } from './driver.ts'
import { startEngine } from './index.ts'
import { pageOf, type Page, type Place } from './page.ts'
import { observePlayback, playedMedia, playerTexts, linkedTitles } from './playback.ts'
import { startWorld, type Member, type World } from './world.ts'

let engine: Engine
let world: World
let page: Page
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strand-engines-files-'))
  // Assigned one by one, so that the first is closed if the second fails to start.
  const starts = await Promise.allSettled([startWorld().then((one) => (world = one)), startEngine().then((one) => (engine = one))])
  for (const start of starts) if (start.status === 'rejected') throw start.reason
  console.log(engine.name)
})

afterAll(async () => {
  await Promise.all([engine?.close(), world?.close()])
  await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  world.reachable(true)
  world.delay(null)
  page = pageOf(await engine.open(), world.origin)
  world.takeRequests()
})

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail' && task.result?.retryCount) Object.assign(task.meta, { retried: true })
  if (task.result?.state !== 'fail') return
  const pictures = join(root, 'test-results', 'engines')
  await mkdir(pictures, { recursive: true })
  const name = `${process.env.STRAND_ENGINE ?? 'chromium'}-${task.name.replace(/\W+/g, '-').slice(0, 60)}.png`
  await page.tab.screenshot().then(
    (bytes) => writeFile(join(pictures, name), bytes),
    () => undefined,
  )
})

const main = (): Place => page.role('main')
const player = (): Place => page.role('region', 'Player')
const dialog = (name?: string | RegExp): Place => page.role('dialog', name)

/** Errors that the page has reported: failed calls and scripts. */
const faultsReported = (): string[] =>
  world
    .takeRequests()
    .filter(({ path }) => /analytics\/(xhrerror|scripterror)/.test(path))
    .map(({ path, body }) => `${path} ${body}`)

/** Dismisses the welcome notices of new visitors, which cover the page. */
const welcomed = (): Promise<void> =>
  page.run(() => {
    sessionStorage.setItem('strand-landed', '1')
    sessionStorage.setItem('strand-refused', '1')
    document.cookie = 'strand_followtags=later; path=/'
    document.cookie = 'strand_confirm=later; path=/'
  })

async function visit(path: string): Promise<void> {
  await page.open('/tos?direct=y')
  await welcomed()
  await page.open(path)
}

/** Signs in as this member and opens this path. */
async function visitAs({ email, password }: Member, path: string): Promise<void> {
  await page.open('/tos?direct=y')
  await welcomed()
  const status = await page.run(
    async (username: string, secret: string) => {
      const headers = { 'Content-Type': 'application/json', 'X-Strand-Request': '1' }
      return (await fetch('/api/v1/auth/login', { method: 'POST', headers, body: JSON.stringify({ username, password: secret }) })).status
    },
    email,
    password,
  )
  expect(status).toBe(200)
  await page.open(path)
}

const accountOf = ({ name }: Member): Place => page.role('button', `Account of ${name}`)

test('BY29 U1 U6 a wrong password → an error; the right one → logged in, and logged out again', async () => {
  const member = await world.signUp('Lena Login')
  await visit('/music')
  await page.role('navigation').role('button', 'Log In').click()
  await dialog().role('textbox', 'E-mail or user id').fill(member.email)
  await dialog().role('textbox', 'Password').fill('something else')
  await page.press('Enter')
  await dialog().role('alert').shows(/\w/)
  await dialog().role('textbox', 'Password').fill(member.password)
  await page.press('Enter')
  await accountOf(member).shows()
  await dialog().gone()
  await page.tab.reload()
  await accountOf(member).click()
  await page.role('menuitem', 'Log out').click()
  await page.role('navigation').role('button', 'Log In').shows()
  await accountOf(member).gone()
})

test('BY29 R1 the first screens show their heading, fit the window and report no fault', async () => {
  const member = await world.signUp('Fiona First')
  const bead = await member.startPlaylist('First screens')
  await member.addPost(bead.id, { title: 'A first post', media: { href: '/clips/two-stones.webm' } })
  await visit('/')
  const bridge = await page.run(() => typeof (window as { strand?: unknown }).strand)
  expect(bridge, 'the bridge of the desktop application').toBe(process.env.STRAND_ENGINE === 'desktop' ? 'object' : 'undefined')
  for (const path of ['/', '/music', '/trending', '/about', '/tos', '/search?q=night', `/${bead.id}`, `/p/${member.uid}`]) {
    await page.open(path)
    await page.role('heading').shows(/\w/)
    await main().shows(/\w{3}/)
    const wider = await page.run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wider, `${path} is wider than the window`).toBeLessThanOrEqual(0)
  }
  expect(faultsReported()).toEqual([])
})

test('BY29 L1 L5 L6 Q1 a queue of every format plays to its end without input and skips a dead link', async () => {
  const member = await world.signUp('Quentin Queue')
  const bead = await member.startPlaylist('Every format')
  const formats: [string, string][] = [
    ['MP4', 'mandelbrot-dive.mp4'],
    ['WebM', 'two-stones.webm'],
    ['MP3', 'night-bus-home.mp3'],
    ['Dead', 'gone.mp4'],
    ['Ogg', 'glass-and-rain.ogg'],
    ['HLS', 'tides.m3u8'],
    ['DASH', 'last-light.mpd'],
    ['JPEG', 'paper-hills.jpg'],
  ]
  for (const [title, file] of formats) {
    const ends = /\.(jpg|mpd)$/.test(file) ? {} : { endTime: 2 }
    await member.addPost(bead.id, { title: `Plays ${title}`, media: { href: `/clips/${file}`, ...ends } })
  }
  await visit(`/${bead.id}?sort=earliest`)
  await observePlayback(page)
  await main().role('button', 'Play').click()
  for (const [title] of formats) {
    if (title === 'Dead') continue
    await page.until(
      `${title} is up`,
      () => linkedTitles(page),
      (titles) => titles.some((one) => one.includes(`Plays ${title}`)),
      45_000,
    )
  }
  await page.role('button', 'Replay post').shows(undefined, 45_000)
  const all = await playedMedia(page)
  expect(all).toHaveLength(formats.length - 2)
  for (const one of all) expect(one).toMatchObject({ error: null, silent: false })
  for (const { furthest } of all) expect(furthest).toBeGreaterThan(1.5)
  expect((await playerTexts(page)).some((text) => text.includes("This one can't be played, skipping"))).toBe(true)
}, 150_000)

const played = (): Promise<{ at: number; sounding: number | null }> =>
  page.run(() => {
    const slider = document.querySelector<HTMLInputElement>('[data-player] input[type=range]')
    const medium = [...document.querySelectorAll<HTMLMediaElement>('video, audio')].find((one) => !one.paused && one.duration >= 1)
    return { at: Number(slider?.value ?? 0), sounding: medium ? medium.currentTime : null }
  })

async function leave(path = ''): Promise<void> {
  await page.run((address: string) => location.assign(address), world.elsewhere[engine.backFrom] + path)
  await page.until(
    'the other document is there',
    () => page.run(() => document.title),
    (title) => title === 'Elsewhere',
  )
}

test('BY29 BY6 R14 back from another document → the player is paused at its position, Play resumes, the scroll position is restored', async () => {
  const member = await world.signUp('Bente Back')
  const bead = await member.startPlaylist('Left and found')
  await member.addPost(bead.id, { title: 'Playing when left', media: { href: '/clips/hearing-colours.webm' } })
  for (let n = 0; n < 14; n += 1) await member.addPost(bead.id, { title: `Number ${n}`, media: { href: '/clips/paper-hills.jpg' } })
  await visitAs(member, `/${bead.id}?sort=earliest`)
  await main().role('button', 'Play Playing when left').click()
  await page.until('it plays', played, ({ at, sounding }) => at >= 2 && sounding !== null)
  await page.run(() => scrollTo({ top: 900, behavior: 'instant' }))
  await page.until(
    'the page is scrolled',
    () => page.run(() => scrollY),
    (y) => Math.abs(y - 900) < 2,
  )
  const left = await played()
  await new Promise((resolve) => setTimeout(resolve, 600))
  await leave()
  await page.tab.back()

  await player().role('button', 'Play').shows()
  await player().shows('Playing when left')
  await page.until(
    'the list is where it was',
    () => page.run(() => scrollY),
    (y) => Math.abs(y - 900) < 5,
  )
  await player().role('button', 'Play').click()
  await player().role('button', 'Pause').shows()
  const { sounding } = await page.until('it plays on', played, (now) => now.sounding !== null && now.sounding > 0)
  expect(sounding).toBeGreaterThan(left.at - 1)
  expect(faultsReported()).toEqual([])
}, 90_000)

test('BY29 R21 a request cancelled by a navigation → no error shown and none reported', async () => {
  await visit('/music')
  await main().shows(/\w{3}/)
  // Until the app has started, the link loads a document, and no list is requested.
  await page.css('[data-notice-area]').shows()
  await page.run(() => {
    sessionStorage.removeItem('said')
    new MutationObserver(() => {
      const words = /Something is wrong|We can't reach|didn't work/.exec(
        document.body.innerText +
          [...document.querySelectorAll('[role=status], [role=alert]')].map(({ textContent }) => textContent).join(' '),
      )
      if (words) sessionStorage.setItem('said', words[0])
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  world.delay(/\/api\/v[02]\//, 6000)
  world.takeRequests()
  await page.role('banner').role('link', 'Trending').click()
  await page.until(
    'its list is asked for',
    async () => world.takeRequests(),
    (calls) => calls.some(({ path }) => path.startsWith('/api/') && path.includes('/trending')),
  )
  await leave('/slow')
  world.delay(null)
  await page.tab.back()
  await page.role('heading', 'Trending').shows()
  expect(await page.run(() => sessionStorage.getItem('said'))).toBeNull()
  expect(faultsReported()).toEqual([])
})

/** Opens the wizard for a new playlist of the member. */
async function compose(member: Member, title: string): Promise<string> {
  const bead = await member.startPlaylist(title)
  await visitAs(member, `/${bead.id}`)
  await main().role('button', 'add to this Playlist').click()
  await dialog('Add a post').shows()
  return bead.id
}

const postsOf = async (member: Member, bead: string) =>
  (
    await member.get<{ results: { title: string; description: string; media: { type: string } | null }[] }>(
      `/api/v0/posts?bead=${bead}&sort=earliest&limit=10`,
    )
  ).results

const postIt = async (): Promise<void> => {
  const wizard = dialog('Add a post')
  await wizard.role('button', 'Preview').click()
  await wizard.role('button', 'Post!').click()
  await page.until('the post is shown', page.path, (path) => path.includes('newPost'))
}

test('BY29 D1 a link is pasted, described and posted', async () => {
  const member = await world.signUp('Pia Post')
  const bead = await compose(member, 'Posted by link')
  const wizard = dialog('Add a post')
  await wizard.css('input[placeholder="Type to search or paste a link..."]').fill('/clips/last-light.mp4')
  await wizard.role('button', 'Choose something else').shows()
  await wizard.role('button', 'Next').click()
  await wizard.role('heading', 'Media info').shows()
  await wizard.role('button', 'Next').click()
  await wizard.role('textbox', /^Headline/).fill('Evening light')
  await postIt()
  await page.role('heading', 'Evening light').shows()
  expect(await postsOf(member, bead)).toMatchObject([{ title: 'Evening light', media: { type: 'video' } }])
})

test('BY29 D5 a picture is uploaded and shown', async () => {
  const member = await world.signUp('Ursula Upload')
  const file = join(folder, 'My_picture.png')
  await writeFile(file, await picture(640, 400, { format: 'png', colour: '#a04020' }))
  const bead = await compose(member, 'Pictures of mine')
  const wizard = dialog('Add a post')
  await wizard.role('radio', 'Picture').click()
  await page.until(
    'files can be chosen',
    () => page.css('[role=dialog] label').count(),
    (count) => count > 0,
  )
  await page.tab.attach('[role=dialog] input[type=file]', [file])
  await wizard.shows('Uploaded file')
  await wizard.role('button', 'Next').click()
  await wizard.role('textbox', /^Headline/).shows()
  await postIt()
  await page.until(
    'the picture is shown',
    () =>
      page.run(() => Math.max(0, ...[...document.querySelectorAll('main img')].map((image) => (image as HTMLImageElement).naturalWidth))),
    (width) => width >= 480,
  )
  expect(await postsOf(member, bead)).toMatchObject([{ title: 'My picture', media: { type: 'image' } }])
})

test('BY29 C1 a playlist is started and published', async () => {
  const member = await world.signUp('Stella Start')
  await visitAs(member, '/music')
  await main().role('button', 'Start a Playlist').click()
  const creator = dialog('Start a Playlist')
  await creator.css('[placeholder="Enter a title"]').fill('Started here')
  await creator.css('select').run((select) => {
    const field = select as HTMLSelectElement
    field.value = 'other'
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await creator.role('button', 'Next').click()
  await creator.role('button', 'Publish').click()
  await dialog('Publish this playlist?').role('button', 'Publish').click()
  await page.role('heading', 'Started here').shows()
  await creator.gone()
})

test('BY29 R23 G4 formats by key and button, a mention on a new line and dropped text are stored as displayed', async () => {
  const member = await world.signUp('Ronja Rich')
  const { uid } = await world.signUp('Zuleika Mentioned')
  const bead = await compose(member, 'In rich words')
  const wizard = dialog('Add a post')
  await wizard.role('radio', 'Text only').click()
  await wizard.role('textbox', /^Headline/).fill('Rich')
  const editor = wizard.css('[contenteditable=true]')
  await editor.click()
  await page.type('One ')
  await page.press('Control+b')
  await page.type('two')
  await page.press('Control+b')
  await page.type(' ')
  await page.press('Control+i')
  await page.type('three')
  await page.press('Control+i')
  await page.type(' ')
  await wizard.role('button', 'Bold').click()
  await wizard.role('button', 'Bold').click()
  await wizard.role('button', 'Underline').click()
  await page.type('four')
  await wizard.role('button', 'Underline').click()
  await page.press('Enter')
  await page.type(`@${uid.slice(0, 6)}`)
  await page
    .role('listbox', 'Suggestions')
    .css('[role=option]', new RegExp(`@${uid}`))
    .click()
  await page.type('said so')
  await editor.run((box) => {
    const range = document.createRange()
    range.selectNodeContents(document.createTreeWalker(box, NodeFilter.SHOW_TEXT).nextNode()!)
    const { left, top, height } = range.getClientRects()[0]!
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text/plain', 'Zero ')
    box.dispatchEvent(
      new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, clientX: left + 1, clientY: top + height / 2 }),
    )
  })
  await postIt()
  const [post] = await postsOf(member, bead)
  expect(post?.description).toBe(`Zero One <b>two</b> <i>three</i> <u>four</u><br><a href="/p/${uid}">@${uid}</a> said so`)
})

test('BY29 X1 X3 the search box finds a playlist, and its page lists it', async () => {
  await visit('/about')
  await page.role('combobox', 'Search').fill('shapes and')
  await page
    .role('listbox', 'Results')
    .css('[role=option]', /Shapes and sounds/)
    .click()
  await page.role('heading', 'Shapes and sounds').shows()
  await page.role('combobox', 'Search').fill('night')
  await page.role('listbox', 'Results').shows(/night/i)
  await page.press('Enter')
  await page.until('the page of search is open', page.path, (path) => path.startsWith('/search'))
  await main().role('link', /night/i).shows()
})

test('BY29 O1 a new follower is counted on the bell and named in its list', async () => {
  const member = await world.signUp('Nora Notified')
  const follower = await world.signUp('Fred Follower')
  await visitAs(member, '/about')
  await page.role('button', 'Notifications').shows()
  await follower.post(`/api/v0/members/${member.uid}/follow`)
  await page.role('button', /^Notifications.*1/).shows(undefined, 25_000)
  await page.role('button', /^Notifications/).click()
  await dialog('Notifications').shows('Fred Follower started following you')
  await page.press('Escape')
  await dialog('Notifications').gone()
})

test('BY29 BY15 a page opened while Strand is unreachable starts, says so, and continues once it is reachable', async () => {
  const member = await world.signUp('Olga Offline')
  const bead = await member.startPlaylist('Not here now')
  await visitAs(member, '/about')
  await page.until(
    'the worker serves the page',
    () =>
      page.run(async () => {
        const { active } = await navigator.serviceWorker.ready
        return active?.state === 'activated' && navigator.serviceWorker.controller !== null
      }),
    Boolean,
    30_000,
  )
  world.reachable(false)
  // In Firefox, the navigation fails for the driver, although the page shows the response of the service worker.
  await page.run((path: string) => location.assign(path), `/${bead.id}`)
  await main().shows("We can't reach Strand")
  await page
    .role('status')
    .css('*', /Can't reach Strand/)
    .shows()
  world.reachable(true)
  await page.role('heading', 'Not here now').shows(undefined, 30_000)
  await accountOf(member).shows()
})

test('BY29 BY17 a dialog that was opened and closed with the pointer returns the focus to its button', async () => {
  await visit('/music')
  await page.role('navigation').role('button', 'Log In').click()
  await dialog().role('textbox', 'Password').shows()
  await dialog().role('button', 'Close').click()
  await dialog().gone()
  await page.until(
    'the focus is back',
    () => page.run(() => document.activeElement?.textContent ?? ''),
    (text) => text === 'Log In',
  )
})

test('BY29 BZ3 BZ4 T1 a television is paired by its code, plays what another device sends, and obeys it', () =>
  playOnTelevision(page, world))

test('BY29 BZ10 a page and another device of the member list each other, before and after the connection is lost', async () => {
  const member = await world.signUp('Dora Device')
  await listDevices({ page, world, member, visit: (path) => visitAs(member, path) })
})
