/** The mails that a test server wrote into its data directory. */
import type { TestServer } from './server.ts'

/**
 * Everything that the outbox has to send is sent, and this is the text of the latest mail to that address; null for none.
 *
 * @param holding only of mails that hold this: several leave side by side.
 */
export async function latestMail(server: TestServer, to: string, holding = ''): Promise<string | null> {
  await server.services.outbox.drain()
  const { results } = await server.services.mail.files(0, 1000)
  for (const { id } of results) {
    const mail = readable((await server.services.mail.file(id))!.toString('utf8'))
    if (mail.includes(to) && mail.includes(holding)) return mail
  }
  return null
}

/** Quoted-printable or not, as a person reads it. */
const readable = (raw: string): string =>
  raw.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** A parameter of the first link in a mail that has it. */
export const parameterIn = (mail: string, name: string): string => {
  const found = [...mail.matchAll(/https?:\/\/[^\s<>"]+\?[^\s<>"]+/g)].map(([href]) =>
    new URL(href.replaceAll('&amp;', '&')).searchParams.get(name),
  )
  const value = found.find((one) => one !== null)
  if (value === undefined || value === null) throw new Error(`No link with ${name} in: ${mail}`)
  return value
}
