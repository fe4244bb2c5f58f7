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

describe('U2 arrival parameters of an address', () => {
  it('U2 arrival parameters are read and removed from the address; other parameters stay', () => {
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
  it('U2 an email or network without a code or an error is not read as an arrival', () => {
    expect(readArrival('/', '?email=a%40b.org&network=x&q=resetcode')).toBeNull()
    expect(readArrival('/', '')).toBeNull()
  })
  it('P3 on the preferences page the parameter `connected` stays in the address; a reset code is still read', () => {
    expect(readArrival('/preferences', '?connected=twitter')).toBeNull()
    expect(readArrival('/preferences', '?connected=twitter&resetcode=k')).toEqual({
      arrival: { resetPassword: false, resetCode: 'k' },
      rest: '?connected=twitter',
    })
  })
  it('U7 a pop-up with a problem and a connected network reports the problem; one without both reports nothing', () => {
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
  ] as const)('U7 the %s pop-up has its address and size and is centred on the window', (kind, path, features) => {
    expect(popups[kind].path).toBe(path)
    expect(windowFeatures(kind, window)).toBe(features)
  })
  it('U7 a window left of the screen → the pop-up starts at the left edge', () =>
    expect(windowFeatures('facebook', { ...window, screenX: -2000, outerWidth: 300 })).toContain('left=0,'))

  const data = { about: 'popup', id: 'one', outcome: { connected: 'facebook' } }
  it('U7 a pop-up message is accepted only with our origin, the right subject, the id of the attempt and an outcome', () => {
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

describe('U10 parsing an intent', () => {
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
  ])('U10 "%s" is parsed as an intent', (text, intent) => expect(parseIntent(text)).toEqual(intent))
  it.each(['juggle/five', 'collect', 'collect/', '', 'constructor/x'])('U10 "%s" is not an intent → null and a log entry', (text) => {
    const log = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    expect(parseIntent(text)).toBeNull()
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })
})

describe('U13 a recent sign-up', () => {
  const now = Date.parse('2026-01-01T12:00:00Z')
  const me = (minutes: number, email = '', hasTwitter = true, hasPassword = false) => ({
    creationDate: new Date(now - minutes * 60_000).toISOString(),
    email,
    hasTwitter,
    hasPassword,
  })
  it('U13 a sign-up less than 60 minutes ago is recent; one 60 minutes ago is not', () => {
    expect([0, 59.99, 60, 61].map((minutes) => recentlySignedUp(me(minutes), now))).toEqual([true, true, false, false])
  })
  it('U3 a recent sign-up with the microblogging network, without email and password, lacks an email; others do not', () => {
    expect([me(5), me(5, 'a@b.org'), me(5, '', false), me(60), me(5, '', true, true)].map((one) => lacksEmail(one, now))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('U3 a member without an email address', () => {
  const me = { uid: 'ada', name: 'Ada', email: '', hasTwitter: true, creationDate: new Date().toISOString() } as Me
  it.each([
    [false, { mode: 'getEmail' }],
    [true, null],
  ])('U3 RO1 a member without an email gets the email dialog, except on a read-only site (read-only: %s)', (readOnly, isPrompted) => {
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
  it('U6 a new password below the configured minimum length is refused; a log-in accepts a shorter one', () => {
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
  ])('U6 the password "%s" is %s', (password, strength) =>
    expect(strengthOf(password, ['Ada Lovelace', 'ada@lovelace.org'])).toBe(strength),
  )
})

describe('T1 T2 the states of connecting a television', () => {
  const after = (isMember: boolean, ...events: TvEvent[]) => events.reduce(nextState, initialState(isMember))
  it.each<[string, boolean, TvEvent[], TvMode, number]>([
    ['a visitor starts at the log-in', false, [], 'login', 0],
    ['a member starts at the confirmation', true, [], 'confirm', 0],
    ['a visitor who signs in reaches the confirmation', false, ['signedIn'], 'confirm', 0],
    ['the confirmation ignores all events except agreement', true, ['taken', 'refused', 'missing', 'again', 'signedIn'], 'confirm', 0],
    ['agreement starts the connection', true, ['agreed'], 'connect', 0],
    ['agreement before the log-in is ignored', false, ['agreed'], 'login', 0],
    ['a successful connection → connected', true, ['agreed', 'taken'], 'connected', 0],
    ['a refused connection → error, the form shakes', true, ['agreed', 'refused'], 'error', 1],
    ['a missing token → error, the form shakes', true, ['agreed', 'missing'], 'error', 1],
    ['a retry with a missing token → error, the form shakes a second time', true, ['agreed', 'refused', 'again', 'missing'], 'error', 2],
    ['events after a connection are ignored', true, ['agreed', 'taken', 'refused', 'again', 'signedIn', 'agreed'], 'connected', 0],
    ['the log-in ignores events of a connection', false, ['taken', 'refused', 'missing', 'again'], 'login', 0],
  ])('T1 %s', (_, isMember, events, mode, shakes) => expect(after(isMember, ...events)).toEqual({ mode, shakes }))
})
