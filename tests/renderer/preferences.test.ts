import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { notificationPreferencesPath } from '#contract/notifications.ts'
import { letterOf as digestLetter } from '../../server/features/digests/content.ts'
import { mailOf as notificationLetter } from '../../server/features/notifications/texts.ts'
import { accountRules, refusedFields } from '../../renderer/screens/preferences/accountForm.ts'
import { deviceName } from '../../renderer/screens/preferences/devices.ts'
import { targetOf } from '../../renderer/screens/preferences/tabs.ts'

describe('P1 P4 the account form', () => {
  it('P1 each field is normalised before its length is validated', () => {
    const { name, city, description, email } = accountRules
    expect(name.problem(`  ${'n'.repeat(limits.name.max)}<b></b> `)).toBeNull()
    expect(name.problem('n'.repeat(limits.name.max + 1))).toBe('A name can have at most 128 characters.')
    expect(name.problem('<i></i>')).toBe(messages.nameInvalid)
    expect(city.problem(`${'c'.repeat(limits.city)} `)).toBeNull()
    expect(city.problem('')).toBeNull()
    expect(description.problem('a'.repeat(limits.about + 1))).toBe(messages.aboutTooLong)
    expect(email.problem('')).toBe(messages.emailInvalid)
    expect(email.clean(' Ada@Example.ORG ')).toBe('ada@example.org')
  })
  it('P4 email_in_use → an error of the e-mail field; field errors are passed through; other errors → undefined', () => {
    const failure = { code: 'email_in_use', message: messages.emailInUse, status: 403, requestId: 'r' }
    expect(refusedFields(failure)).toEqual({ email: messages.emailInUse })
    expect(refusedFields({ ...failure, code: 'invalid', fields: { city: 'No' } })).toEqual({ city: 'No' })
    expect(refusedFields(new Error('x'))).toBeUndefined()
  })
})

describe('P3 the preferences page by URL', () => {
  it.each([
    ['', 'general'],
    ['tab=general', 'general'],
    ['tab=notifications', 'notifications'],
    ['tab=apps', 'apps'],
    ['tab=other', 'general'],
    ['connected=facebook', 'apps'],
    ['network=twitter&networkerror=denied&tab=general', 'apps'],
    ['connected=nowhere', 'general'],
    ['networkerror=denied', 'general'],
  ])('the query "%s" opens the tab %s', (search, tab) => {
    expect(targetOf(search).tab).toBe(tab)
  })
  it('P2 the preferences link in mails opens the notifications tab', () => {
    expect(targetOf(new URL(notificationPreferencesPath, 'https://strand.example').search).tab).toBe('notifications')
    const letters = [
      notificationLetter({
        verb: 'follow',
        actorName: 'Ann',
        title: '',
        isOwner: true,
        readerName: 'Bo',
        excerpt: '',
        href: '/p/ann',
        publicUrl: 'https://strand.example',
      }),
      digestLetter({ posts: [], more: 0, notifications: 2 }, 'weekly', 'Bo', 'https://strand.example'),
    ]
    for (const { text } of letters) expect(text).toContain(`https://strand.example${notificationPreferencesPath}`)
  })
  it('P3 the notice states whether the network is connected; an unknown error code gets the general message', () => {
    expect(targetOf('connected=twitter').notice).toEqual({ text: 'X is connected.', failed: false })
    expect(targetOf('network=facebook&networkerror=denied').notice).toEqual({
      text: 'Facebook was not connected because you declined.',
      failed: true,
    })
    expect(targetOf('network=facebook&networkerror=log_in_again').notice).toEqual({ text: messages.signInAgain, failed: true })
    expect(targetOf('network=facebook&networkerror=constructor').notice).toEqual({
      text: 'Facebook could not be reached. Please try again later.',
      failed: true,
    })
  })
})

describe('BY7 names of signed-in devices', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)'
  it.each([
    [`${mac} Chrome/126.0 Safari/537.36`, 'Chrome on macOS'],
    [`${mac} Chrome/126.0 Safari/537.36 Edg/126.0`, 'Edge on macOS'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Windows'],
    ['curl/8.5', 'Unknown device'],
    ['', 'Unknown device'],
  ])('the user agent "%s" → the name of the device', (userAgent, name) => {
    expect(deviceName({ device: 'web', userAgent, playbackOnly: false })).toBe(name)
  })
  it('the device tv is named TV regardless of its user agent, and says if it is one for an evening', () => {
    expect(deviceName({ device: 'tv', userAgent: mac, playbackOnly: false })).toBe('TV')
    expect(deviceName({ device: 'tv', userAgent: mac, playbackOnly: true })).toBe('TV, for one evening')
  })
})
