import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../server/config.ts'
import { createMail, storedSecret, type MailMessage } from '../../server/features/mail/service.ts'
import { htmlOf } from '../../server/features/mail/template.ts'
import { decodeHeader } from '../../server/features/mail/headerDecoding.ts'
import { startMailServer, type MailServer } from '../support/mail.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const quiet = { warn: () => {}, info: () => {} }
let server: TestServer
let smtp: MailServer
let directory: string

beforeAll(async () => {
  server = await startTestServer()
  smtp = await startMailServer()
  directory = await mkdtemp(join(tmpdir(), 'strand-mail-'))
})
afterAll(async () => {
  await server.close()
  await smtp.close()
  await rm(directory, { recursive: true, force: true })
})
const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
  smtp.reset()
})

const mailer = (env: Record<string, string> = {}) => {
  const config = loadConfig({
    STRAND_DATA_DIR: directory,
    PUBLIC_URL: 'https://strand.example',
    MAIL_FROM: 'Strand <hello@strand.example>',
    ...env,
  })
  const mail = createMail({ db: server.db, log: quiet, config })
  open.push(mail)
  return mail
}
const message = (more: Partial<MailMessage> = {}): MailMessage => ({
  to: 'ada@example.org',
  subject: 'Hello',
  text: 'A text.',
  key: randomUUID(),
  ...more,
})

describe('O4 mail through a mail server', () => {
  it('O4 a mail has a text part, an HTML part, Message-ID, Date and one recipient', async () => {
    const mail = mailer({ SMTP_URL: smtp.url })
    expect(
      await mail.send(
        message({ to: { name: 'Ada Rivers', address: 'ada@example.org' }, subject: 'Ça va — très bien!', text: 'One.\n\nTwo <b>.' }),
      ),
    ).toBe('sent')
    const [{ content, from, to }] = smtp.mails as [MailServer['mails'][number]]
    expect([from, to]).toEqual(['hello@strand.example', ['ada@example.org']])
    expect(content).toMatch(/^Message-ID: <[0-9a-f]{32}@strand\.example>$/im)
    expect(content).toMatch(/^Date: \w{3}, \d{2} \w{3} \d{4} [\d:]{8} \+0000$/m)
    expect(content).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(content).toContain('Content-Type: multipart/alternative')
    expect(decodeHeader(content, 'subject')).toBe('Ça va — très bien!')
    expect(decodeHeader(content, 'to')).toBe('Ada Rivers <ada@example.org>')
    expect(content).toContain('<p>One.</p>')
    expect(content).toContain('<p>Two &lt;b&gt;.</p>')
    expect(content).not.toContain('List-Unsubscribe')
  })

  it('O4 the same mail is sent once per recipient', async () => {
    const mail = mailer({ SMTP_URL: smtp.url })
    const once = message()
    expect([await mail.send(once), await mail.send(once)]).toEqual(['sent', 'repeated'])
    expect(await mail.send({ ...once, to: 'ben@example.org' })).toBe('sent')
    expect(smtp.mails.map(({ to }) => to)).toEqual([['ada@example.org'], ['ben@example.org']])
  })

  it.each([
    [550, 'RCPT'],
    [554, 'DATA'],
  ] as const)('O4 reply %i at %s is final: the mail is not sent again', async (code, where) => {
    const mail = mailer({ SMTP_URL: smtp.url })
    const mailMessage = message()
    smtp.refuseOnce(where, code)
    expect(await mail.send(mailMessage)).toBe('refused')
    expect(await mail.send(mailMessage)).toBe('repeated')
    expect(smtp.mails).toEqual([])
  })

  it.each([
    [451, 'RCPT'],
    [421, 'DATA'],
    [530, 'MAIL'],
    [550, 'MAIL'],
  ] as const)('O4 reply %i at %s is temporary: the next attempt delivers', async (code, where) => {
    const mail = mailer({ SMTP_URL: smtp.url })
    const mailMessage = message()
    smtp.refuseOnce(where, code)
    await expect(mail.send(mailMessage)).rejects.toThrow()
    expect(await mail.send(mailMessage)).toBe('sent')
    expect(smtp.mails).toHaveLength(1)
  })

  it('O4 without a mail server send() rejects, so that the outbox retries', async () => {
    await expect(mailer({ SMTP_URL: 'smtp://127.0.0.1:9' }).send(message())).rejects.toThrow()
  })
})

describe('header injection in mail', () => {
  const evil = [
    '\r\nBcc: eve@evil.example',
    '\nBcc: eve@evil.example',
    '\rBcc: eve@evil.example',
    '\u2028Bcc: eve@evil.example',
    '\r\n\r\n<script>alert(1)</script>',
    '\0\x0b\x0c',
  ]

  it.each(evil.map((text) => [JSON.stringify(text), text]))('a name and a subject with %s stay one header line', async (_name, text) => {
    await mailer({ SMTP_URL: smtp.url }).send(
      message({ to: { name: `Ada${text}`, address: 'ada@example.org' }, subject: `Hi${text}`, replyTo: `ada@example.org${text}` }),
    )
    const [{ content, to }] = smtp.mails as [MailServer['mails'][number]]
    const headers = content.slice(0, content.indexOf('\r\n\r\n'))
    expect(to).toEqual(['ada@example.org'])
    expect(headers).not.toMatch(/^(bcc|reply-to):/im)
    for (const header of headers.split('\r\n'))
      expect(header).toMatch(/^(From|To|Subject|Message-ID|Date|Auto-Submitted|X-Auto-Response-Suppress|MIME-Version|Content-Type|[ \t])/)
    expect(headers.match(/^to:/gim)).toHaveLength(1)
    expect(decodeHeader(content, 'subject')).toMatch(/^Hi/)
  })

  it.each([
    ...evil.map((text) => `ada@example.org${text}`),
    'ada@example.org, eve@evil.example',
    'ada@example.org;eve@evil.example',
    '<eve@evil.example>',
    'Ada <ada@example.org>',
    '"eve"@evil.example',
    'ada@exa mple.org',
    'a@b@c.org',
    '@example.org',
    'ada@',
    'ada@[127.0.0.1]',
    '-ada',
    '',
    'ada@-x.org',
    'ada@example..org',
  ])('a mail to the address %j is refused', async (address) => {
    const mail = mailer({ SMTP_URL: smtp.url })
    expect(await mail.send(message({ to: address }))).toBe('refused')
    expect(await mail.send(message({ to: { name: 'x', address } }))).toBe('refused')
    expect(smtp.mails).toEqual([])
  })

  it('a text with a lone dot does not end the mail, and its HTML has links only', async () => {
    await mailer({ SMTP_URL: smtp.url }).send(
      message({ text: 'before\r\n.\r\nQUIT\r\n<img src=x onerror=alert(1)> https://strand.example/?a=1&b="><script>' }),
    )
    expect(smtp.mails).toHaveLength(1)
    const content = smtp.mails[0]!.content.replace(/=\r\n/g, '').replaceAll('=3D', '=')
    expect(content).toContain('QUIT')
    expect(content.slice(content.indexOf('<!doctype'))).not.toMatch(/<(img|script)/)
  })

  it('only http and https URLs become links', () => {
    expect(htmlOf('See https://a.example/x?y=1&z=2.\njavascript:alert(1)\n\n"Bye" & <i>')).toBe(
      '<p>See <a href="https://a.example/x?y=1&amp;z=2.">https://a.example/x?y=1&amp;z=2.</a><br>\njavascript:alert(1)</p>\n<p>&quot;Bye&quot; &amp; &lt;i&gt;</p>',
    )
  })
})

describe('decision 29: without a mail server', () => {
  it('O4 mails are complete files, written atomically and once', async () => {
    const mail = mailer()
    await Promise.all(Array.from({ length: 20 }, (_, n) => mail.send(message({ subject: `Grüße ${n}`, text: 'x'.repeat(10_000) }))))
    const names = await readdir(join(directory, 'mail'))
    expect(names).toHaveLength(20)
    for (const name of names) {
      expect(name).toMatch(/^[0-9a-f]{32}\.eml$/)
      expect(await readFile(join(directory, 'mail', name), 'utf8')).toMatch(/--\r\n$/)
    }
    const { results, total } = await mail.files(0, 5)
    expect([results.length, total]).toEqual([5, 20])
    expect(results[0]).toMatchObject({ to: 'ada@example.org', subject: expect.stringMatching(/^Grüße \d+$/) })
  })

  it('O4 a mail file is read by its id only', async () => {
    const mail = mailer()
    await mail.send(message({ subject: 'Findable' }))
    const { results } = await mail.files(0, 1)
    expect((await mail.file(results[0]!.id))?.toString()).toContain('Subject: Findable')
    for (const id of ['../keys/mail', '..', '', 'x'.repeat(32), `${results[0]!.id}.eml`, `${results[0]!.id}\0`])
      expect(await mail.file(id)).toBeNull()
  })
})

describe('generated secrets', () => {
  it('eight concurrent processes create the same secret, in one file', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => storedSecret(directory, 'race')))
    expect(new Set(made).size).toBe(1)
    expect(await storedSecret(directory, 'race')).toBe(made[0])
    expect((await readdir(join(directory, 'keys'))).filter((name) => name.startsWith('race'))).toEqual(['race'])
  })
})

describe('O4 unsubscribing', () => {
  const hrefOf = (content: string) => /^List-Unsubscribe: <([^>]+)>/m.exec(content.replace(/\r\n[ \t]/g, ''))![1]!

  it('O4 a mail with an unsubscribe link has it in List-Unsubscribe headers and in both parts', async () => {
    const mail = mailer({ SMTP_URL: smtp.url })
    await mail.send(message({ unsubscribe: { uid: 'ada.rivers', pref: 'onFollow' } }))
    const { content } = smtp.mails[0]!
    const href = hrefOf(content)
    expect(href).toMatch(/^https:\/\/strand\.example\/api\/v0\/unsubscribe\/[\w-]+\.[\w-]+$/)
    expect(content).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    expect(content.replace(/=\r\n/g, '').split(href).length).toBeGreaterThanOrEqual(3)
    expect(await mail.understand(href.split('/').at(-1)!)).toEqual({ uid: 'ada.rivers', pref: 'onFollow' })
  })

  it('O4 a forged unsubscribe token → null', async () => {
    const mail = mailer({ SMTP_URL: smtp.url })
    await mail.send(message({ unsubscribe: { address: 'ada@example.org' } }))
    const token = hrefOf(smtp.mails[0]!.content).split('/').at(-1)!
    expect(await mail.understand(token)).toEqual({ address: 'ada@example.org' })
    const [payload, signature] = token.split('.') as [string, string]
    const other = Buffer.from(JSON.stringify(['ben@example.org'])).toString('base64url')
    for (const forged of [
      `${other}.${signature}`,
      payload,
      `${payload}.`,
      `${payload}.${signature.slice(1)}`,
      '',
      '.',
      'x.y',
      `${payload}.${signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`,
    ])
      expect(await mail.understand(forged), forged).toBeNull()
    expect(await mailer({ STRAND_SECRET: 'another secret altogether' }).understand(token)).toBeNull()
  })

  it('decision 28: a refused address gets no stoppable mails, in any case of the address', async () => {
    const mail = mailer({ SMTP_URL: smtp.url })
    await mail.refuse('Eve@Example.org')
    await mail.refuse('eve@example.org')
    expect(await mail.send(message({ to: 'eve@example.org', unsubscribe: { address: 'eve@example.org' } }))).toBe('stopped')
    expect(await mail.send(message({ to: 'eve@example.org' }))).toBe('sent')
  })
})
