/**
 * Strand Connect: the memory of idle devices; the time of a message from one device of a member to another, while 50 members use three
 * devices each; and the time from a press on Next in a page until a television plays the next item. Floors: a bare WebSocket echo.
 */
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { WebSocket, WebSocketServer } from 'ws'
import type { ClientFrame, ServerFrame } from '#contract/connect.ts'
import { connectPath, connectProtocol, connectVersion } from '#contract/rules.ts'
import { playlistTitle } from '../e2e/demo.ts'
import { startBuiltServer, type BuiltServer } from '../support/built-server.ts'
import { Client } from '../support/client.ts'
import { stubProviders } from '../support/providers/index.ts'
import { print, quantile, record } from './figures.ts'
import { launchBrowser } from './showcase.ts'

/** A member may have 20 devices. */
const idle = { members: 50, devices: 20 }
const active = { members: 50, devices: 3, rounds: 40 }
/** Between two messages of a device, so that the processes of this machine do not compete all the time (ms). */
const pauseMs = 50
/** Characters of a message: a fact with a position, or a command. */
const messageLength = 300
/** Maximum time (ms) of a message at p95. */
const maxMessageMs = 50
const presses = 15
/** A post of the demo world that is a file, followed by another one. */
const firstFile = 'For the last bus, upper deck, front seat'

interface Device {
  id: string
  socket: WebSocket
  send(frame: ClientFrame): void
  onMessage: (frame: Extract<ServerFrame, { type: 'message' }>) => void
}

let devices = 0

const opened = (socket: WebSocket): Promise<unknown> => new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))

async function connect(origin: string, cookie: string): Promise<Device> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${connectPath}`, [connectProtocol], {
    headers: { Origin: origin, Cookie: cookie },
  })
  await opened(socket)
  const id = `bench-device-${String((devices += 1)).padStart(8, '0')}`
  const device: Device = { id, socket, send: (frame) => socket.send(JSON.stringify(frame)), onMessage: () => undefined }
  const welcomed = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as ServerFrame
      if (frame.type === 'welcome') resolve()
      if (frame.type === 'message') device.onMessage(frame)
    })
  })
  device.send({
    type: 'hello',
    version: connectVersion,
    id,
    kind: 'browser',
    name: `Browser ${devices}`,
    outputs: ['hosted'],
    playing: null,
  })
  await welcomed
  return device
}

/** Signs up a member and returns the cookie of the session. */
async function signUp(origin: string, n: number): Promise<string> {
  const client = new Client(origin)
  const { status } = await client.post('/api/v0/auth/signup', {
    name: `Bench ${n}`,
    email: `bench-${n}@example.org`,
    password: 'correct horse',
  })
  if (status !== 200) throw new Error(`Sign-up failed with status ${status}`)
  return [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** Resident memory (KB) of the server. */
async function memoryOf({ pid }: BuiltServer): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Connects idle devices, and measures the memory that each of them takes. */
async function measureIdle(strand: BuiltServer, cookies: readonly string[]): Promise<Device[]> {
  await pause(1000)
  const before = await memoryOf(strand)
  const all: Device[] = []
  for (const cookie of cookies.slice(0, idle.members))
    all.push(...(await Promise.all(Array.from({ length: idle.devices }, () => connect(strand.origin, cookie)))))
  await pause(3000)
  const each = ((await memoryOf(strand)) - before) / all.length
  record({ title: 'Strand Connect', what: 'memory of an idle device', unit: 'KB', value: each, floor: null, higherIsBetter: false })
  console.log(`\nStrand Connect\n  ${all.length} idle devices: ${each.toFixed(1)} KB of the server's memory each`)
  return all
}

/** Times (ms) of messages from the first device of each member to the second. The third one has no part, but is in the list. */
async function measureMessages(origin: string, cookies: readonly string[]): Promise<number[]> {
  const groups = await Promise.all(
    cookies.map((cookie) => Promise.all(Array.from({ length: active.devices }, () => connect(origin, cookie)))),
  )
  const times: number[] = []
  await Promise.all(
    groups.map(async ([first, second]) => {
      await pause(Math.random() * 1000)
      for (let n = 0; n < active.rounds; n += 1) {
        const sentAt = performance.now()
        const received = new Promise<void>((resolve) => {
          second!.onMessage = () => {
            times.push(performance.now() - sentAt)
            resolve()
          }
        })
        first!.send({ type: 'send', to: second!.id, body: 'x'.repeat(messageLength) })
        await received
        await pause(pauseMs)
      }
    }),
  )
  for (const group of groups) for (const { socket } of group) socket.close()
  return times
}

/** The same with a server that only returns each message. */
async function measureEcho(): Promise<number[]> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) => socket.on('message', (data) => socket.send(String(data))))
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const times: number[] = []
  await Promise.all(
    Array.from({ length: active.members }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`)
      await opened(socket)
      await pause(Math.random() * 1000)
      for (let n = 0; n < active.rounds; n += 1) {
        const sentAt = performance.now()
        socket.send('x'.repeat(messageLength))
        await new Promise((resolve) => socket.once('message', resolve))
        times.push(performance.now() - sentAt)
        await pause(pauseMs)
      }
      socket.close()
    }),
  )
  server.close()
  return times
}

const bar = (page: Page) => page.getByRole('region', { name: 'Player' })

/** Times (ms) from a press on Next or Previous in a page until the television's page plays that item. */
async function measureNext(browser: Browser, origin: string, cookie: string): Promise<number[]> {
  const { results } = (await (await fetch(`${origin}/api/v0/beads?limit=100`)).json()) as { results: { title: string; href: string }[] }
  const address = new URL(results.find(({ title }) => title === playlistTitle)!.href, `${origin}/`).href
  const [name, value] = cookie
    .split('; ')
    .find((part) => part.includes('strand_session'))!
    .split('=') as [string, string]
  const open = async (path: string, viewport: { width: number; height: number }, isMember: boolean) => {
    const context = await browser.newContext({ viewport })
    if (isMember) await context.addCookies([{ name, value, url: origin }])
    const page = await context.newPage()
    await stubProviders(page)
    await page.goto(path, { waitUntil: 'networkidle' })
    return page
  }
  const tv = await open(`${origin}/tv`, { width: 1920, height: 1080 }, false)
  const token = await tv.getByRole('status', { name: 'Pairing code' }).getByText(/./).first().locator('..').textContent()
  const remote = await open(`${address}?sort=earliest`, { width: 1280, height: 800 }, true)
  await remote.request.post(`${origin}/api/v1/auth/tvos/settokenuid`, {
    headers: { 'X-Strand-Request': '1', Origin: origin },
    data: { token },
  })
  await tv.getByRole('region', { name: 'Now playing' }).waitFor()
  // A press, so that the browser lets the page play.
  await tv.keyboard.press('ArrowUp')
  // Two neighbours that are files.
  await remote
    .getByRole('main')
    .getByRole('button', { name: `Play ${firstFile}` })
    .first()
    .click()
  await bar(remote).getByRole('button', { name: 'Devices' }).click()
  await remote.getByRole('list', { name: 'Devices' }).getByRole('button', { name: 'TV', exact: true }).click()
  await tv.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await pause(2000)
  const times: number[] = []
  for (let n = 0; n < presses; n += 1) {
    await tv.evaluate(() => {
      const playing = new Promise<number>((resolve) =>
        addEventListener('playing', () => resolve(performance.timeOrigin + performance.now()), { capture: true, once: true }),
      )
      Object.assign(window, { playing })
    })
    const direction = n % 2 === 0 ? 'Next' : 'Previous'
    const pressedAt = await remote.evaluate((label) => {
      const at = performance.timeOrigin + performance.now()
      document.querySelector<HTMLButtonElement>(`[data-player] button[aria-label="${label}"]`)!.click()
      return at
    }, direction)
    times.push((await tv.evaluate(() => (window as unknown as { playing: Promise<number> }).playing)) - pressedAt)
    await pause(500)
  }
  return times
}

export async function benchmarkConnect(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'strand-bench-connect-'))
  const strand = await startBuiltServer({ STRAND_DATA_DIR: folder, STRAND_DEMO: '1', STRAND_RATE_LIMITS: '0', NODE_ENV: 'production' })
  const browser = await launchBrowser()
  try {
    const cookies: string[] = []
    for (let n = 0; n <= Math.max(idle.members, active.members); n += 1) cookies.push(await signUp(strand.origin, n))
    const next = await measureNext(browser, strand.origin, cookies.pop()!)
    await browser.close()
    for (const { socket } of await measureIdle(strand, cookies)) socket.close()
    // Until the devices that have left are no longer listed.
    await pause(11_000)
    const messages = await measureMessages(strand.origin, cookies)
    const echo = await measureEcho()
    print(`Strand Connect: ${active.members} members with ${active.devices} devices`, [
      { what: 'message between two devices, p50', unit: 'ms', measured: quantile(messages, 0.5), floor: quantile(echo, 0.5) },
      { what: 'message between two devices, p95', unit: 'ms', measured: quantile(messages, 0.95), floor: quantile(echo, 0.95) },
      { what: 'press on Next until the television plays, p50', unit: 'ms', measured: quantile(next, 0.5), floor: quantile(echo, 0.5) },
      { what: 'press on Next until the television plays, p95', unit: 'ms', measured: quantile(next, 0.95), floor: quantile(echo, 0.95) },
    ])
    if (quantile(messages, 0.95) <= maxMessageMs) return
    console.log('  message between two devices MISSED')
    process.exitCode = 1
  } finally {
    await browser.close()
    await strand.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
