import { configureStore } from '@reduxjs/toolkit'
import { describe, expect, it, vi } from 'vitest'
import { api } from '#data/api.ts'
import { toPopupOutcome, readArrival } from '#data/arrival.ts'
import { dialogsReducer } from '#data/dialogs.ts'
import { parseIntent } from '#data/intents.ts'
import { lacksEmail, recentlySignedUp } from '#data/members.ts'
import { preload } from '#data/preload.ts'
import { sessionRules } from '#data/session.ts'
import { handleArrival } from '../../renderer/screens/auth/handleArrival.ts'
import { validate } from '../../renderer/screens/auth/form.ts'
import { windowFeatures, outcomeIn, popups } from '../../renderer/screens/auth/popup.ts'
import { strengthOf } from '../../renderer/screens/auth/strength.ts'
import { initialState, nextState, type TvEvent, type TvMode } from '../../renderer/screens/tvConnect/state.ts'
import type { Me } from '#contract/schemas.ts'

describe('U2 what an address brings along', () => {
  it('U2 is read and taken out, and nothing else is', () => {
    expect(readArrival('/b1', '?sort=recent&resetcode=k%2B&email=a%40b.org')).toEqual({
      arrival: { resetPassword: false, resetCode: 'k+', email: 'a@b.org' },
      rest: '?sort=recent',
    })
    expect(readArrival('/', '?resetpassword=y')).toEqual({ arrival: { resetPassword: true }, rest: '' })
    expect(readArrival('/', '?resetpassword=n')).toEqual({ arrival: { resetPassword: false }, rest: '' })
    expect(readArrival('/', '?verifycode=v')?.arrival).toMatchObject({ verifyCode: 'v' })
    expect(readArrival('/login', '?network=twitter&networkerror=denied')).toEqual({
      arrival: { resetPassword: false, problem: 'denied', network: 'twitter' },
      rest: '',
    })
  })
  it('U2 an address and a network alone are somebody else’s', () => {
    expect(readArrival('/', '?email=a%40b.org&network=x&q=resetcode')).toBeNull()
    expect(readArrival('/', '')).toBeNull()
  })
  it('P3 the preferences tell themselves what became of a visit to a network', () => {
    expect(readArrival('/preferences', '?connected=twitter')).toBeNull()
    expect(readArrival('/preferences', '?connected=twitter&resetcode=k')).toEqual({
      arrival: { resetPassword: false, resetCode: 'k' },
      rest: '?connected=twitter',
    })
  })
  it('U7 a window tells a failure before anything else', () => {
    expect(toPopupOutcome({ resetPassword: false, connected: 'facebook' })).toEqual({ connected: 'facebook' })
    expect(toPopupOutcome({ resetPassword: false, problem: 'denied', connected: 'facebook' })).toEqual({ problem: 'denied' })
    expect(toPopupOutcome({ resetPassword: true })).toBeNull()
  })
})

describe('U7 pop-ups', () => {
  const window = { screenX: 100, screenY: 50, outerWidth: 1280, outerHeight: 800 }
  it.each([
    ['facebook', '/signup/facebook', 'popup,width=720,height=500,left=380,top=200'],
    ['twitter', '/signup/twitter', 'popup,width=720,height=511,left=380,top=195'],
    ['email', '/signupform', 'popup,width=584,height=435,left=448,top=233'],
  ] as const)('U7 %s has its address and size, in the middle of the window', (kind, path, features) => {
    expect(popups[kind].path).toBe(path)
    expect(windowFeatures(kind, window)).toBe(features)
  })
  it('U7 none begins beyond the edge', () =>
    expect(windowFeatures('facebook', { ...window, screenX: -2000, outerWidth: 300 })).toContain('left=0,'))

  const data = { about: 'popup', id: 'one', outcome: { connected: 'facebook' } }
  it('U7 speaks from our own origin, of its own attempt', () => {
    expect(outcomeIn({ origin: 'https://strand', data }, 'https://strand', 'one')).toEqual({ connected: 'facebook' })
    for (const [origin, message] of [
      ['https://strand.evil', data],
      ['null', data],
      ['https://strand', { ...data, id: 'two' }],
      ['https://strand', { ...data, about: 'signedIn' }],
      ['https://strand', 'one'],
      ['https://strand', null],
      ['https://strand', { ...data, outcome: null }],
    ] as const)
      expect(outcomeIn({ origin, data: message }, 'https://strand', 'one')).toBeNull()
  })
})

describe('U10 what was meant', () => {
  it.each([
    ['startbead', { type: 'startbead' }],
    ['tvosconnect', { type: 'tvosconnect' }],
    ['addpost', { type: 'addpost' }],
    ['addpost/b1', { type: 'addpost', id: 'b1' }],
    ['collect/p1', { type: 'collect', id: 'p1' }],
    ['followbead/b1', { type: 'followbead', id: 'b1' }],
    ['followmember/ada', { type: 'followmember', id: 'ada' }],
    ['repost/p1', { type: 'repost', id: 'p1' }],
    ['comment/p1', { type: 'comment', id: 'p1' }],
    ['commentReact/c1', { type: 'commentReact', id: 'c1' }],
  ])('U10 %s', (text, intent) => expect(parseIntent(text)).toEqual(intent))
  it.each(['juggle/five', 'collect', 'collect/', '', 'constructor/x'])('U10 "%s" is only logged', (text) => {
    const log = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    expect(parseIntent(text)).toBeNull()
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })
})

describe('U13 who has just signed up', () => {
  const now = Date.parse('2026-01-01T12:00:00Z')
  const me = (minutes: number, email = '', hasTwitter = true, hasPassword = false) => ({
    creationDate: new Date(now - minutes * 60_000).toISOString(),
    email,
    hasTwitter,
    hasPassword,
  })
  it('U13 less than 60 minutes ago', () => {
    expect([0, 59.99, 60, 61].map((minutes) => recentlySignedUp(me(minutes), now))).toEqual([true, true, false, false])
  })
  it('U3 is asked for an address where the microblogging network told none', () => {
    expect([me(5), me(5, 'a@b.org'), me(5, '', false), me(60), me(5, '', true, true)].map((one) => lacksEmail(one, now))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('U3 who lacks an address', () => {
  const me = { uid: 'ada', name: 'Ada', email: '', hasTwitter: true, creationDate: new Date().toISOString() } as Me
  it.each([
    [false, { mode: 'getEmail' }],
    [true, null],
  ])('U3 RO1 is asked for it, but not where nothing can be saved (read-only: %s)', (readOnly, isPrompted) => {
    const store = configureStore({
      reducer: { api: api.reducer, dialogs: dialogsReducer },
      middleware: (defaults) => defaults().concat(api.middleware, sessionRules),
    })
    preload(store.dispatch, [
      { key: 'GET /api/v0/me', answer: me },
      { key: 'GET /api/v0/site', answer: { readOnly } },
    ])
    handleArrival(store.dispatch as never, null, me)
    const { auth } = store.getState().dialogs
    if (isPrompted === null) expect(auth).toBeNull()
    else expect(auth).toMatchObject(isPrompted)
  })
})

describe('U6 passwords', () => {
  const values = { name: 'Ada', email: 'a@b.org', username: 'ada', password: 'seven77' }
  it('U6 a new one is as long as the operator wants, an old one may be shorter', () => {
    expect(validate('signup', values, 8).password?.text).toContain('at least 8 characters')
    expect(validate('resetPassword', values, 8).password?.text).toContain('at least 8 characters')
    expect(validate('login', values, 8)).toEqual({})
  })
  it.each([
    ['password', 'weak'],
    ['P@ssw0rd1', 'weak'],
    ['aaaaaaaaaaaa', 'weak'],
    ['12345678', 'weak'],
    ['ada.lovelace', 'weak'],
    ['correct horse', 'strong'],
    ['kettle9Mo', 'good'],
    ['xkqzv7', 'fair'],
  ])('U6 "%s" is %s', (password, strength) => expect(strengthOf(password, ['Ada Lovelace', 'ada@lovelace.org'])).toBe(strength))
})

describe('T1 T2 the modes of connecting a television', () => {
  const after = (isMember: boolean, ...events: TvEvent[]) => events.reduce(nextState, initialState(isMember))
  it.each<[string, boolean, TvEvent[], TvMode, number]>([
    ['a visitor logs in first', false, [], 'login', 0],
    ['a member is asked', true, [], 'confirm', 0],
    ['so is who has just logged in', false, ['signedIn'], 'confirm', 0],
    ['only an answer connects', true, ['taken', 'refused', 'missing', 'again', 'signedIn'], 'confirm', 0],
    ['and it does', true, ['agreed'], 'connect', 0],
    ['nobody agrees before they are in', false, ['agreed'], 'login', 0],
    ['success', true, ['agreed', 'taken'], 'connected', 0],
    ['failure shakes', true, ['agreed', 'refused'], 'error', 1],
    ['no token shakes', true, ['agreed', 'missing'], 'error', 1],
    ['again, and again without', true, ['agreed', 'refused', 'again', 'missing'], 'error', 2],
    ['late news change nothing', true, ['agreed', 'taken', 'refused', 'again', 'signedIn', 'agreed'], 'connected', 0],
    ['a visitor sends nothing', false, ['taken', 'refused', 'missing', 'again'], 'login', 0],
  ])('T1 %s', (_, isMember, events, mode, shakes) => expect(after(isMember, ...events)).toEqual({ mode, shakes }))
})
