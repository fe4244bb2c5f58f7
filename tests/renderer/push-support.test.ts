import { expect, it } from 'vitest'
import { pushSupport } from '#data/push.ts'

const push = { PushManager: {}, Notification: {} }

it.each([
  ['a browser with push', { ...push, navigator: { serviceWorker: {} } }, 'yes'],
  ['an app on the home screen of an iPhone', { ...push, navigator: { serviceWorker: {}, standalone: true } }, 'yes'],
  ['Safari on an iPhone', { navigator: { serviceWorker: {}, standalone: false } }, 'home-screen'],
  ['a browser without push', { navigator: { serviceWorker: {} } }, 'no'],
  ['a private window without a service worker', { ...push, navigator: {} }, 'no'],
] as const)('O4 %s (case %#) → whether and how push is supported', (_name, world, expected) => {
  expect(pushSupport(world)).toBe(expected)
})
