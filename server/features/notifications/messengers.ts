/** Sends notifications by mail and push according to the recipient's preferences. */
import type { DataSource } from 'typeorm'
import type { Verb } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import type { FactOf } from '#outbox/facts.ts'
import type { Consumer } from '#outbox/outbox.ts'
import { visibleToMember } from '../beads/service.ts'
import type { Mail } from '../mail/service.ts'
import { textOf } from '../posts/service.ts'
import type { Push } from '../push/service.ts'
import { isOwn, type RawGroup } from './groups.ts'
import { topicOf } from './read.ts'
import { mailOf, sentenceOf } from './texts.ts'
import { channelsFor, isVerified, readReader, canMail, canPush, type Channels, type Reader } from './channels.ts'

type NotifiedEvent = FactOf<'notified'>

interface Message {
  reader: Reader
  channels: Channels
  actorName: string
  title: string
  href: string
  verb: Verb
  isOwner: boolean
  /** Text of the comment or post; empty for other activities. */
  excerpt: string
}

export interface MessengerDeps {
  db: DataSource
  mail: Mail
  push: Push
  publicUrl: string
}

/** Idempotency key of the message: also prevents a second mail when a collect is undone and repeated. */
const deliveryKey = ({ uid, verb, topic, actor, source }: NotifiedEvent): string => [uid, verb, topic, actor, source].join(' ')

export function createMessengers({ db, mail, push, publicUrl }: MessengerDeps): Consumer[] {
  async function excerptOf({ source }: NotifiedEvent): Promise<string> {
    if (source === '') return ''
    const [row] = await sql<{ text: string }>(
      db,
      `SELECT "text" FROM "comment" WHERE "id" = :source AND "deletedDate" IS NULL
       UNION ALL SELECT "description" AS "text" FROM "post" WHERE "id" = :source`,
      { source },
    )
    return textOf(row?.text ?? '')
  }

  /** Null if the activity was undone, the recipient deleted, or the playlist hidden from the recipient since. */
  async function read(event: NotifiedEvent): Promise<Message | null> {
    const { uid, topic, actor, source } = event
    const verb = event.verb as Verb
    const [row] = await sql<RawGroup & { actorName: string }>(
      db,
      `SELECT n.*, v."title" AS "beadTitle", v."image" AS "beadImage", p."title" AS "postTitle", m."name" AS "actorName"
       FROM "notification_activity" a
       JOIN "notification" n ON n."uid" = a."uid" AND n."verb" = a."verb" AND n."topic" = a."topic"
       JOIN "member" m ON m."uid" = a."actor"
       LEFT JOIN "bead" v ON v."id" = n."beadId" LEFT JOIN "post" p ON p."id" = n."postId" LEFT JOIN "post" s ON s."id" = a."source"
       WHERE a."uid" = :uid AND a."verb" = :verb AND a."topic" = :topic AND a."actor" = :actor AND a."source" = :source
         AND NOT EXISTS (SELECT 1 FROM "bead" v JOIN "member" m ON m."uid" = n."uid"
           WHERE v."id" IN (n."beadId", s."beadId") AND NOT ${visibleToMember})`,
      { uid, verb, topic, actor, source, now: new Date().toISOString() },
    )
    const reader = row && (await readReader(db, uid))
    if (!reader) return null
    const isOwner = isOwn(row)
    const channels = channelsFor({ verb, isOwner, source }, verb === 'collect' && (await isVerified(db, actor)))
    const { title, href } = verb === 'follow' && row.beadId === null ? { title: '', href: `/p/${actor}` } : topicOf(row, reader)
    return { reader, channels, verb, isOwner, actorName: row.actorName, title, href, excerpt: await excerptOf(event) }
  }

  return [
    {
      name: 'notifications.mail',
      kinds: ['notified'],
      async send(fact) {
        const message = await read(fact as NotifiedEvent)
        if (!message || !canMail(message.reader, message.channels)) return
        const {
          reader: { uid, name, email },
          channels,
        } = message
        await mail.send({
          to: { name, address: email! },
          ...mailOf({ ...message, readerName: name, publicUrl }),
          unsubscribe: { uid, pref: channels.mail! },
          key: `notified ${deliveryKey(fact as NotifiedEvent)}`,
        })
      },
    },
    {
      name: 'notifications.push',
      kinds: ['notified'],
      async send(fact) {
        const message = await read(fact as NotifiedEvent)
        if (!message || !canPush(message.reader, message.channels)) return
        const { verb, topic } = fact as NotifiedEvent
        await push.send(message.reader.uid, {
          title: sentenceOf(message),
          body: message.excerpt,
          href: message.href,
          tag: `${verb} ${topic}`,
          key: deliveryKey(fact as NotifiedEvent),
        })
      },
    },
  ]
}
