/** Two members, a visitor and a mail server, for tests of sharing. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Bead, type Post } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { decodeHeader } from '../../server/features/mail/headerDecoding.ts'
import { ShareQuotaEntity } from '../../server/features/share/entities.ts'
import { addPost, startBead } from './content.ts'
import { startMailServer, type MailServer } from './mail.ts'
import { join as joinServer, type Person } from './people.ts'
import { startTestServer, type Client, type TestServer } from './server.ts'

export let server: TestServer
export let smtp: MailServer
export let ada: Person
export let ben: Person
export let visitor: Client
export let bead: Bead
export let post: Post

export const join = (name: string) => joinServer(server, name)

export const ann = { name: 'Ann Lee', email: 'ann@visitors.example' }
export const to = (...emails: string[]) => ({ sharees: { uids: [], emails } })
export const share = (client: Client, body: object, path = `beads/${bead.id}`) => client.post(`/api/v0/${path}/share`, body)
/** The share mails, without those of sign-ups. */
export const sent = async () => {
  await server.services.outbox.drain()
  return smtp.mails.filter(({ content }) => decodeHeader(content, 'subject').includes(' shares "'))
}
/** The body of a mail, decoded from quoted-printable. */
export const textOf = (content: string) =>
  content
    .slice(content.search(/\r?\n\r?\n/))
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Registers the hooks of a test file. */
export function setUp(): void {
  beforeAll(async () => {
    smtp = await startMailServer()
    server = await startTestServer({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://strand.example' } })
    ada = await join('Ada Rivers')
    ben = await join('Ben Stone')
    visitor = server.client()
    bead = await startBead(ada.client, { title: 'Rainy day' })
    post = await addPost(ada.client, bead.id, { title: 'A song for it' })
    await server.services.outbox.drain()
    smtp.reset()
  })
  afterAll(async () => {
    await server.close()
    await smtp.close()
  })
  afterEach(async () => {
    await transaction(server.db, (manager) => manager.createQueryBuilder().delete().from(ShareQuotaEntity).execute())
    await server.services.outbox.drain()
    smtp.reset()
  })
}
