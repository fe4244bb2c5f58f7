import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatId } from '#contract/ids.ts'
import { tvCode } from '#contract/rules.ts'
import { maxArguments, parseCommandLine } from '../../electron/policy/argv.ts'
import { isDeepLink, maxLinkLength, maxStartTime, parseDeepLink } from '../../electron/policy/deepLink.ts'
import { maxPathLength, toPagePath } from '../../electron/policy/pagePath.ts'
import { fuzzRuns } from '../support/fuzz.ts'

const bead = formatId('bead', 1_700_000_000_000, '0123abcd')
const post = formatId('post', 1_700_000_000_000, 'zzzzzzzz')

describe('strand:// links', () => {
  it.each([
    ['strand://open/discover', { type: 'open', path: '/discover' }],
    ['STRAND://OPEN/discover?x=1', { type: 'open', path: '/discover?x=1' }],
    ['strand://open', { type: 'open', path: '/' }],
    ['strand://open/', { type: 'open', path: '/' }],
    [`strand://bead/${bead}`, { type: 'open', path: `/bead/${bead}` }],
    ['strand://p/ada', { type: 'open', path: '/p/ada' }],
    ['strand://open/p/ada#https://strand.example', { type: 'open', path: '/p/ada', server: 'https://strand.example' }],
    // A place in the page, or no address of a server.
    ['strand://open/p/ada#comments', { type: 'open', path: '/p/ada' }],
    ['strand://open/p/ada#http://strand.example', { type: 'open', path: '/p/ada' }],
    ['strand://open/p/ada#https://me@strand.example', { type: 'open', path: '/p/ada' }],
    ['strand://open/p/ada#javascript:alert(1)', { type: 'open', path: '/p/ada' }],
    [`strand://join/${bead}`, { type: 'open', path: `/${bead}?join` }],
    [`strand://join/${bead}/#https://strand.example`, { type: 'open', path: `/${bead}?join`, server: 'https://strand.example' }],
    [`strand://play/${bead}`, { type: 'play', id: bead, startTime: null }],
    [`strand://play/${post}/?t=90`, { type: 'play', id: post, startTime: 90 }],
    [`strand://play/${post}?t=99999`, { type: 'play', id: post, startTime: maxStartTime }],
    [`strand://play/${post}?t=1e9`, { type: 'play', id: post, startTime: null }],
    [`strand://queue/${post}`, { type: 'queue', id: post }],
    ['strand://pair/bcdf-2345', { type: 'pair', code: 'BCDF2345' }],
  ])('BY18 %s → %j', (link, intent) => expect(parseDeepLink(link)).toEqual(intent))

  it.each([
    '',
    'strand:',
    'strand:open/discover',
    'strand://',
    'strand:///etc/passwd',
    'https://open/discover',
    'xstrand://open/discover',
    'strand://eval/alert(1)',
    'strand://constructor/x',
    'strand://__proto__/x',
    'strand://open//evil.example',
    'strand://open/%2f%2fevil.example',
    'strand://open/\\evil.example',
    'strand://open/api/v0/me',
    'strand://open/logout',
    'strand://me:secret@open/discover',
    'strand://open:80/discover',
    'strand://play/',
    'strand://play/x123',
    `strand://play/${bead}/extra`,
    `strand://play/${bead}%0a`,
    `strand://queue/c${bead.slice(1)}`,
    // Not a playlist: there are no invite links.
    'strand://join/abc_DEF-1',
    `strand://join/${post}`,
    'strand://join/',
    'strand://pair/00000000',
    'strand://pair/BCDF-23456',
    `strand://open/${'a'.repeat(maxLinkLength)}`,
  ])('BY18 %j → no intent', (link) => expect(parseDeepLink(link)).toBeNull())

  it('D12 a quick post with an encoded address and title → its page; one that is too long → no intent', () => {
    const quickPost = (url: string, title = 'Été & “rivers”') => `bookmarklet/post?${new URLSearchParams({ url, title })}`
    const link = quickPost('https://news.example/a?b=c&d=%2F..%2F#e')
    const intent = parseDeepLink(`strand://open/${link}`)
    expect(intent).toEqual({ type: 'open', path: `/${link}` })
    const { path } = intent as { path: string }
    expect(new URL(path, 'https://strand.example').searchParams.get('url')).toBe('https://news.example/a?b=c&d=%2F..%2F#e')
    expect(parseDeepLink(`strand://open/${link}#https://strand.example`)).toEqual({
      type: 'open',
      path: `/${link}`,
      server: 'https://strand.example',
    })
    const longest = `/${quickPost('', '')}`.length
    expect(parseDeepLink(`strand://open/${quickPost('x'.repeat(maxPathLength - longest), '')}`)).not.toBeNull()
    expect(parseDeepLink(`strand://open/${quickPost('x'.repeat(maxPathLength - longest + 1), '')}`)).toBeNull()
    // The page refuses them, as it does for any other page that opens it.
    expect(parseDeepLink(`strand://open/${quickPost('javascript:alert(1)')}`)).toMatchObject({ type: 'open' })
  })

  it('A2 a code of a television is the one that its page accepts', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...tvCode.alphabet), { minLength: 8, maxLength: 8 }), (letters) => {
        expect(parseDeepLink(`strand://pair/${letters.join('')}`)).toEqual({ type: 'pair', code: tvCode.read(letters.join('')) })
      }),
    )
    for (const letter of '01AEILOU') expect(parseDeepLink(`strand://pair/${letter}2345678`)).toBeNull()
  })

  it('BY18 any link → nothing, or an intent whose values are valid', () => {
    const verbs = fc.constantFrom('open', 'play', 'queue', 'join', 'pair', 'bead', 'p', 'x', '')
    const rest = fc.oneof(
      fc.string(),
      fc
        .array(fc.constantFrom('/', '\\', '..', '%2f', '?t=', '#', '@', ':', bead, post, 'api', '9'), { maxLength: 8 })
        .map((all) => all.join('')),
    )
    fc.assert(
      fc.property(verbs, rest, (verb, text) => {
        const intent = parseDeepLink(`strand://${verb}/${text}`)
        if (intent === null) return
        if (intent.type === 'open') expect(toPagePath(intent.path)).toBe(intent.path)
        if (intent.type === 'play' || intent.type === 'queue') expect([bead, post]).toContain(intent.id)
        if (intent.type === 'pair') expect(intent.code).toMatch(/^[2-9A-Z]{8}$/)
      }),
      { numRuns: fuzzRuns(5000) },
    )
  })
})

const toLink = (text: string): string => (isDeepLink(text) ? text : `strand://${text}`)

describe('the command line', () => {
  it('BY18 a link among the arguments of Chromium → its intent', () => {
    const argv = ['/opt/strand', '--allow-file-access-from-files', 'strand://open/discover', '--no-sandbox']
    expect(parseCommandLine(argv)).toEqual({ intent: { type: 'open', path: '/discover' }, isHidden: false })
  })

  it('BY18 no link, or a hostile first one → no intent', () => {
    expect(parseCommandLine(['/opt/strand'])).toEqual({ intent: null, isHidden: false })
    expect(parseCommandLine([])).toEqual({ intent: null, isHidden: false })
    expect(parseCommandLine(['x', 'strand://eval/1', 'strand://open/discover']).intent).toBeNull()
    expect(parseCommandLine(['x', '--url=strand://open/discover']).intent).toBeNull()
    expect(parseCommandLine([...Array<string>(maxArguments).fill('x'), 'strand://open/discover']).intent).toBeNull()
  })

  it('BY18 any other arguments before and after a link → the intent of the first link', () => {
    const links = fc.oneof(fc.constantFrom('strand://open/p/ada', `strand://play/${bead}`, 'strand://eval/1'), fc.string()).map(toLink)
    const others = fc
      .oneof(fc.string(), fc.constantFrom('--hidden', '--', '-psn_0_1', 'https://strand.example/'))
      .filter((text) => !isDeepLink(text))
    const before = fc.array(others, { maxLength: maxArguments + 4 })
    fc.assert(
      fc.property(before, links, fc.array(fc.oneof(others, links)), (first, link, last) => {
        const { intent, isHidden } = parseCommandLine([...first, link, ...last])
        expect(intent).toEqual(first.length < maxArguments ? parseDeepLink(link) : null)
        expect(isHidden).toBe([...first, link, ...last].slice(0, maxArguments).includes('--hidden'))
      }),
      { numRuns: fuzzRuns(500) },
    )
  })

  it('BY19 --hidden → starts without a window', () => expect(parseCommandLine(['x', '--hidden']).isHidden).toBe(true))
})
