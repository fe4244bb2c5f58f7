import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseServerAddress, reachOf } from '../../electron/policy/serverAddress.ts'
import { addServer, emptyServerList, maxServers, parseServerList, removeServer, selectServer } from '../../electron/policy/serverList.ts'
import { fuzzRuns } from '../support/fuzz.ts'

const origins = (count: number) => Array.from({ length: count }, (_, index) => `https://s${index}.example`)

describe('the address of a server', () => {
  it.each([
    ['strand.example.org', 'https://strand.example.org', true],
    ['  https://Strand.Example.org/  ', 'https://strand.example.org', true],
    ['HTTPS://strand.example.org:443/discover?x=1#top', 'https://strand.example.org', true],
    ['strand.example.org:8443', 'https://strand.example.org:8443', true],
    ['https://strand.example.org./', 'https://strand.example.org', true],
    ['bücher.example', 'https://xn--bcher-kva.example', true],
    ['localhost:3000', 'http://localhost:3000', false],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000', false],
    ['http://0x7f.1:3000', 'http://127.0.0.1:3000', false],
    ['http://[::1]:3000/', 'http://[::1]:3000', false],
    ['192.168.1.5:3000', 'https://192.168.1.5:3000', true],
    ['http://192.168.1.5:3000', 'http://192.168.1.5:3000', false],
    ['http://10.0.0.1', 'http://10.0.0.1', false],
    ['http://100.64.1.1', 'http://100.64.1.1', false],
    ['http://[fd00::5]', 'http://[fd00::5]', false],
    ['http://nas.local:3000', 'http://nas.local:3000', false],
  ])('BY19 %s → the origin %s, encrypted: %s', (input, origin, isEncrypted) => {
    expect(parseServerAddress(input)).toEqual({ ok: true, origin, isEncrypted })
  })

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['https://', 'invalid'],
    ['https://a b.example', 'invalid'],
    ['https://evil.example\\@strand.example', 'invalid'],
    ['https://strand.example\n.evil.example', 'invalid'],
    [`https://${'a'.repeat(3000)}.example`, 'invalid'],
    ['http://strand.example.org', 'insecure'],
    ['http://localhost.evil.example', 'insecure'],
    ['http://127.0.0.1.evil.example', 'insecure'],
    ['http://172.32.0.1', 'insecure'],
    ['http://.local', 'insecure'],
    ['http://[2001:4860:4860::8888]', 'insecure'],
    ['https://me:secret@strand.example.org', 'credentials'],
    ['https://strand.example.org@evil.example', 'credentials'],
    ['ftp://strand.example.org', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript://strand.example/%0aalert(1)', 'scheme'],
  ])('BY19 %j → the problem %s', (input, problem) => expect(parseServerAddress(input)).toEqual({ ok: false, problem }))

  it.each([
    ['localhost', 'loopback'],
    ['strand.localhost', 'loopback'],
    ['127.8.8.8', 'loopback'],
    ['[::ffff:7f00:1]', 'loopback'],
    ['[::ffff:c0a8:1]', 'private'],
    ['172.16.0.1', 'private'],
    ['169.254.1.1', 'private'],
    ['[fe80::1]', 'private'],
    ['0.0.0.0', 'public'],
    ['8.8.8.8', 'public'],
    ['local', 'public'],
  ])('BY19 the host %s is %s', (host, reach) => expect(reachOf(host)).toBe(reach))

  it('BY19 any text → a problem, or an origin that parses to itself and is https unless it is private', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.webUrl().map((url) => url.replace('https', 'http')),
      fc.domain(),
      fc.ipV4(),
      fc.ipV6(),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseServerAddress(text)
        if (!parsed.ok) return
        expect(parseServerAddress(parsed.origin)).toEqual(parsed)
        expect(new URL(parsed.origin).origin).toBe(parsed.origin)
        if (!parsed.isEncrypted) expect(reachOf(new URL(parsed.origin).hostname)).not.toBe('public')
      }),
      { numRuns: fuzzRuns(2000) },
    )
  })
})

describe('the list of servers', () => {
  it('BY19 an added server is the current one; adding it again does not repeat it', () => {
    const two = addServer(addServer(emptyServerList, 'https://a.example'), 'https://b.example')
    expect(two).toEqual({ servers: ['https://a.example', 'https://b.example'], current: 'https://b.example' })
    expect(addServer(two, 'https://a.example')).toEqual({ ...two, current: 'https://a.example' })
  })

  it('BY19 one server more than the maximum → the oldest one is removed', () => {
    const full = origins(maxServers + 1).reduce(addServer, emptyServerList)
    expect(full.servers).toEqual(origins(maxServers + 1).slice(1))
  })

  it('BY19 an unknown server cannot be selected; without the current one, none is current', () => {
    const list = addServer(addServer(emptyServerList, 'https://a.example'), 'https://b.example')
    expect(selectServer(list, 'https://c.example')).toBe(list)
    expect(removeServer(list, 'https://b.example')).toEqual({ servers: ['https://a.example'], current: null })
    expect(removeServer(list, 'https://a.example')).toEqual({ servers: ['https://b.example'], current: 'https://b.example' })
  })

  it('BY19 a stored list that was changed by hand → only its valid servers', () => {
    const stored = {
      servers: ['https://a.example', 'https://a.example', 'https://a.example/x', 'http://b.example', 7, null],
      current: 'https://z.example',
    }
    expect(parseServerList(stored)).toEqual({ servers: ['https://a.example'], current: null })
    expect(parseServerList({ servers: origins(50), current: 'https://s1.example' })).toEqual({
      servers: origins(maxServers),
      current: 'https://s1.example',
    })
  })

  it('BY19 any stored value → a valid list', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { servers, current } = parseServerList(value)
        expect(servers.length).toBeLessThanOrEqual(maxServers)
        if (current !== null) expect(servers).toContain(current)
      }),
    )
  })
})
