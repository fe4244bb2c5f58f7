/** The list of Cast devices in the desktop application: its states, texts for screen readers, and accessibility (BZ3). */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startCast } from '#host/cast/connectCast.ts'
import { createDesktopSender, type CastBridge } from '#host/desktop/castSender.ts'
import { remoteChanged, remotePlaybackChanged } from '#player/facts.ts'
import { expectAccessible } from './axe.ts'
import { play, player, youtube } from './player-kit.tsx'
import { sampleMedia } from './samples.ts'

type Found = Parameters<Parameters<CastBridge['onCastDevices']>[0]>[0]
type Connected = Awaited<ReturnType<CastBridge['connectCast']>>

const television = { id: 'tv', name: 'Living room TV', hasScreen: true }
const speaker = { id: 'speaker', name: 'Kitchen', hasScreen: false }

const stored = new Map<string, unknown>()
const tab = {
  read: (key: string) => stored.get(key),
  write: (key: string, value: unknown) => Boolean(stored.set(key, value)),
  remove: (key: string) => void stored.delete(key),
}

/** A fake of the bridge: a test finds devices, and answers the request to connect. */
function createBridge() {
  const done = { ok: true, value: undefined } as const
  const accepted = { ok: true, value: null } as const
  const searches: boolean[] = []
  let leaves = 0
  const listeners = new Set<(devices: Found) => void>()
  let connected: (answer: Connected) => void = () => undefined
  const bridge: CastBridge = {
    async searchCast(isSearching) {
      searches.push(isSearching)
      return done
    },
    connectCast: () => new Promise((resolve) => (connected = resolve)),
    sendToCast: async () => done,
    requestCastMedia: async () => accepted,
    setCastVolume: async () => accepted,
    async leaveCast() {
      leaves += 1
      return done
    },
    onCastDevices(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onCastEvent: () => () => undefined,
  }
  return {
    bridge,
    searches,
    leaves: () => leaves,
    find: (...devices: Found) => listeners.forEach((listener) => listener(devices)),
    answer: (answer: Connected) => connected(answer),
  }
}

const open = player.getByRole('button', { name: 'Devices', exact: true })
const list = page.getByRole('dialog', { name: 'Devices' })
const status = list.getByRole('status')
const alert = list.getByRole('alert')
const row = (name: string) => list.getByRole('button', { name, exact: true })

/** This page plays the video, a device the file. */
const dive = sampleMedia({ media: [...youtube('plays-00001').media, ...sampleMedia().media] })

/** Plays in a page of the application, and opens the list. */
async function openList() {
  stored.clear()
  const { player, store } = await play('Dives', [{ title: 'A dive', media: dive }])
  await expect.poll(() => player.ports()).not.toBeNull()
  const fake = createBridge()
  startCast(createDesktopSender(fake.bridge, tab), {
    ...player,
    store,
    ports: player.ports()!,
    appId: 'CC1AD845',
    receiver: 'files',
    tab,
    tokens: { request: async () => null, revoke: () => undefined },
    log: () => undefined,
  })
  await open.click()
  await expect.element(status).toHaveTextContent('Looking for TVs and speakers…')
  return { ...fake, devices: player.devices, store, state: () => store.getState().player }
}

const checkList = (what: string) => expectAccessible(what, { within: '[role=dialog]' })

test('BZ3 the list searches while it is open; without a device it says so after 8 s, and searches on', async () => {
  const { find, searches } = await openList()
  await checkList('the search')
  await expect.element(status).toHaveTextContent('No TVs or speakers found.')
  await checkList('no device')
  find(television)
  await expect.element(status).toHaveTextContent('1 TV or speaker found')
  find(television, speaker)
  await expect.element(status).toHaveTextContent('2 TVs and speakers found')
  await expect.element(row('Kitchen')).toHaveAccessibleDescription('Speaker')
  await checkList('two devices')
  expect(searches).toEqual([true])
  await open.click()
  await expect.poll(() => searches).toEqual([true, false])
})

test('BZ3 a chosen device connects; the list closes when it has, and then marks the device', async () => {
  const { find, answer } = await openList()
  find(television)
  await row('Living room TV').click()
  await expect.element(status).toHaveTextContent('Connecting to Living room TV')
  await checkList('a device that connects')
  answer({ ok: true, value: { error: null } })
  await expect.element(list).not.toBeInTheDocument()
  await open.click()
  await expect.element(row('Living room TV')).toHaveAttribute('aria-current', 'true')
  await expect.element(row('Living room TV')).toHaveAccessibleDescription('Casting')
  await checkList('a connected device')
})

test.each([
  ['the device is gone', { ok: true, value: { error: 'unreachable' } }, 'Couldn’t connect to Living room TV.'],
  ['it has no receiver', { ok: true, value: { error: 'no_app' } }, 'Living room TV couldn’t start playback.'],
  ['it refuses', { ok: true, value: { error: 'refused' } }, 'Living room TV didn’t allow the connection.'],
  [
    'the application refuses the start',
    { ok: false, code: 'forbidden', message: 'A press is needed' },
    'Couldn’t connect to Living room TV.',
  ],
] as const)('BZ3 %s → an alert in the list, which stays open, until the list is closed', async (_, given, text) => {
  const { find, answer } = await openList()
  find(television)
  await row('Living room TV').click()
  await expect.element(status).toHaveTextContent('Connecting to Living room TV')
  answer(given)
  await expect.element(alert).toHaveTextContent(text)
  await expect.element(status).toHaveTextContent('1 TV or speaker found')
  await expect.element(row('Living room TV')).not.toHaveAttribute('aria-current')
  await checkList(text)
  await open.click()
  await expect.element(list).not.toBeInTheDocument()
  await open.click()
  await expect.element(row('Living room TV')).not.toBeInTheDocument()
  await expect.element(alert).not.toBeInTheDocument()
})

/** Chooses the television, which does not answer yet. */
async function openConnectingList() {
  const opened = await openList()
  opened.find(television)
  await row('Living room TV').click()
  await expect.element(status).toHaveTextContent('Connecting to Living room TV')
  return opened
}

test('BZ4 BZ3 K1 the person chooses this device while a TV still connects → the connection is cancelled, and it plays on here', async () => {
  const { answer, find, leaves, devices, state } = await openConnectingList()
  await row('This device').click()
  await expect.element(list).not.toBeInTheDocument()
  expect(leaves()).toBe(1)
  answer({ ok: true, value: { error: null } })
  await open.click()
  find(television)
  await expect.element(row('Living room TV')).toHaveAccessibleDescription('Chromecast and Google TV')
  await expect.element(row('This device')).toHaveAttribute('aria-current', 'true')
  expect(devices.driver.current()).toBeNull()
  expect(state()).toMatchObject({ remote: null, intent: 'play' })
})

test('BZ4 BZ3 the person chooses another device of the member while a TV still connects → only that device is chosen', async () => {
  const { answer, leaves, devices } = await openConnectingList()
  const chosen: string[] = []
  const device = { kind: 'browser' as const, outputs: [], playing: null, connected: true }
  devices.actions = {
    send: () => undefined,
    choose: async (id) => void chosen.push(id),
    bringHere: async () => undefined,
    leave: () => undefined,
    rename: () => undefined,
  }
  devices.list.set({
    own: 'desk',
    devices: [
      { ...device, id: 'desk', name: 'Desk' },
      { ...device, id: 'sofa', name: 'Sofa' },
    ],
  })
  await row('Sofa').click()
  expect(chosen).toEqual(['sofa'])
  expect(leaves()).toBe(1)
  answer({ ok: true, value: { error: null } })
  await expect.element(list).not.toBeInTheDocument()
  expect(devices.cast.read().device).toBeNull()
  expect(devices.driver.current()).toBeNull()
})

test('BZ4 BZ3 BY28 the person chooses AirPlay while a TV still connects → the connection is cancelled', async () => {
  const { answer, leaves, devices, store } = await openConnectingList()
  store.dispatch(remotePlaybackChanged({ kind: 'airPlay', connection: 'connected' }))
  await row('AirPlay').click()
  await expect.element(list).not.toBeInTheDocument()
  expect(leaves()).toBe(1)
  answer({ ok: true, value: { error: null } })
  await expect.poll(() => devices.cast.read().device).toBeNull()
  expect(devices.driver.current()).toBeNull()
})

test('BZ4 BZ3 the person leaves the TV of the member while another TV still connects → the connection goes on', async () => {
  const { leaves, devices, store } = await openConnectingList()
  const left: string[] = []
  devices.actions = {
    send: () => undefined,
    choose: async () => undefined,
    bringHere: async () => undefined,
    leave: () => void left.push('tv'),
    rename: () => undefined,
  }
  store.dispatch(remoteChanged({ id: 'den', name: 'Den', kind: 'tv', status: 'connected' }))
  await list.getByRole('button', { name: 'Stop controlling Den' }).click()
  expect(left).toEqual(['tv'])
  expect(leaves()).toBe(0)
})
