/** Reads the mails that a test server has written to its data directory. */
import type { TestServer } from './server.ts'

/**
 * Sends what is in the outbox, and returns the text of the latest mail to an address; null for none.
 *
 * @param containing a text of the mail, if several mails go to the address.
 */
export async function latestMail(server: TestServer, to: string, containing = ''): Promise<string | null> {
  await server.services.outbox.drain()
  const { results } = await server.services.mail.files(0, 1000)
  for (const { id } of results) {
    const mail = readable((await server.services.mail.file(id))!.toString('utf8'))
    if (mail.includes(to) && mail.includes(containing)) return mail
  }
  return null
}

/** Decodes quoted-printable. */
const readable = (raw: string): string =>
  raw.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The value of a parameter, from the first link in a mail that has it. */
export const parameterIn = (mail: string, name: string): string => {
  const found = [...mail.matchAll(/https?:\/\/[^\s<>"]+\?[^\s<>"]+/g)].map(([href]) =>
    new URL(href.replaceAll('&amp;', '&')).searchParams.get(name),
  )
  const value = found.find((one) => one !== null)
  if (value === undefined || value === null) throw new Error(`No link with ${name} in: ${mail}`)
  return value
}
