/** A local mail server whose failures a test controls. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

type Step = 'MAIL' | 'RCPT' | 'DATA'

export interface MailServer {
  url: string
  mails: { from: string; to: string[]; content: string }[]
  /** The next client that reaches this step gets the error `code`. */
  refuseOnce(step: Step, code: number): void
  /** Every client gets the error `code` on connecting, until `up` or `reset`. */
  down(code: number): void
  up(): void
  /** Forgets the mails, too. */
  reset(): void
  close(): Promise<void>
}

const answer = (responseCode: number): Error => Object.assign(new Error('as the test says'), { responseCode })

export async function startMailServer(): Promise<MailServer> {
  let once: { step: Step; code: number } | null = null
  let always: number | null = null
  const mails: MailServer['mails'] = []
  const failureAt = (step: Step): Error | null => {
    if (always !== null) return answer(always)
    if (once?.step !== step) return null
    const { code } = once
    once = null
    return answer(code)
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onMailFrom: (_address, _session, done) => done(failureAt('MAIL')),
    onRcptTo: (_address, _session, done) => done(failureAt('RCPT')),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => {
          const problem = failureAt('DATA')
          if (problem) return done(problem)
          const { mailFrom, rcptTo } = session.envelope
          mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            content: Buffer.concat(parts).toString('utf8'),
          })
          done()
        })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuseOnce: (step, code) => void (once = { step, code }),
    down: (code) => void (always = code),
    up: () => void (always = null),
    reset() {
      once = always = null
      mails.length = 0
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
