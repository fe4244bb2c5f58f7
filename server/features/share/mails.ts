/** Share mails: plain text with the quoted message and an unsubscribe link (decision 28). */
import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'
import type { FactOf } from '#outbox/facts.ts'
import type { Consumer } from '#outbox/outbox.ts'
import type { Mail } from '../mail/service.ts'
import { blockersOf } from '../blocks/service.ts'

type ShareMail = FactOf<'shareMailDue'>

interface Shared {
  title: string
  path: string
}

interface MailDeps {
  db: DataSource
  mail: Pick<Mail, 'send'>
  publicUrl: string
}

const entityNames = { bead: 'playlist', post: 'post' } as const

const quoted = (message: string): string =>
  message
    .trim()
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`)
    .join('\n')

export function shareMails({ db, mail, publicUrl }: MailDeps): Consumer {
  /** Null for drafts and deleted entities. */
  async function read({ what: kind, entity }: ShareMail): Promise<Shared | null> {
    const [row] =
      kind === 'bead'
        ? await sql<{ title: string }>(db, 'SELECT "title" FROM "bead" WHERE "id" = :entity AND "isDraft" = FALSE', { entity })
        : await sql<{ title: string }>(
            db,
            'SELECT p."title" FROM "post" p JOIN "bead" v ON v."id" = p."beadId" WHERE p."id" = :entity AND v."isDraft" = FALSE',
            { entity },
          )
    return row ? { title: row.title, path: `/${entity}` } : null
  }

  /** Null if the sharer was deleted, or the recipient blocks them. */
  async function sharerOf({ by, sharer, email }: ShareMail): Promise<{ name: string; email?: string } | null> {
    if (by === null) return sharer ?? null
    const [member] = await sql<{ name: string }>(db, 'SELECT "name" FROM "member" WHERE "uid" = :by', { by })
    const [reader] = await sql<{ uid: string }>(db, 'SELECT "uid" FROM "member" WHERE "email" = :email', { email })
    if (!member || (reader && (await blockersOf(db, by, [reader.uid])).size > 0)) return null
    return { name: member.name }
  }

  async function send(fact: ShareMail): Promise<void> {
    const [shared, sharer] = [await read(fact), await sharerOf(fact)]
    if (!shared || !sharer) return
    const who = sharer.email === undefined ? sharer.name : `${sharer.name} (${sharer.email})`
    const paragraphs = [
      `${who} thinks that you will like this ${entityNames[fact.what]} on Strand:`,
      `${shared.title}\n${publicUrl}${shared.path}`,
      ...(fact.message.trim() === '' ? [] : [`${sharer.name} writes:\n\n${quoted(fact.message)}`]),
      ...(sharer.email === undefined ? [] : ['The sender has no account on Strand. Strand has not verified their name and address.']),
    ]
    await mail.send({
      to: fact.email,
      subject: `${sharer.name} shares "${shared.title}" with you`,
      text: paragraphs.join('\n\n'),
      plain: true,
      unsubscribe: { address: fact.email },
      key: `share ${fact.share}`,
      ...(sharer.email === undefined ? {} : { replyTo: sharer.email }),
    })
  }

  return {
    name: 'share.mail',
    kinds: ['shareMailDue'],
    async send(fact) {
      if (fact.kind === 'shareMailDue') await send(fact)
    },
  }
}
