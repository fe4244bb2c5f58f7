/** The export of a member's own data: a zip archive (BY12), which is streamed and never complete in memory. */
import { Readable } from 'node:stream'
import type { DataSource, FindOptionsOrder, ObjectLiteral } from 'typeorm'
import { ZipFile } from 'yazl'
import type { Viewer } from '#access/viewer.ts'
import { sql } from '#db/sql.ts'
import { slugify } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import { inParallel } from '#objects/store.ts'
import type { Beads } from '../beads/service.ts'
import { versionIn, type Images, type PictureKind, type StoredPicture } from '../images/service.ts'
import type { Transfer } from '../importExport/service.ts'
import { MemberEntity } from './entities.ts'
import { readMe } from './me.ts'

/** Rows per read. */
const batch = 500

/** Exported tables: file name in the archive, table, the column with the member's uid, and columns that are not exported. */
export const exportedTables: readonly { file: string; table: string; column: string; without?: readonly string[] }[] = [
  { file: 'playlists', table: 'bead', column: 'creatorUid' },
  { file: 'posts', table: 'post', column: 'creatorUid' },
  { file: 'comments', table: 'comment', column: 'creatorUid' },
  { file: 'relations', table: 'relation', column: 'uid' },
  { file: 'invitations', table: 'invitee', column: 'uid' },
  { file: 'blocked-and-muted', table: 'block_or_mute', column: 'uid' },
  { file: 'flags', table: 'flag', column: 'uid' },
  { file: 'notifications', table: 'notification', column: 'uid' },
  { file: 'dismissed-suggestions', table: 'dismissal', column: 'uid' },
  { file: 'fewer-like-this', table: 'feed_fewer', column: 'uid' },
  { file: 'digests', table: 'digest', column: 'uid' },
  { file: 'push-subscriptions', table: 'push_subscription', column: 'uid' },
  { file: 'events', table: 'event', column: 'uid' },
  { file: 'sessions', table: 'session', column: 'uid' },
  { file: 'connected-networks', table: 'network_link', column: 'uid' },
  // Without the admin.
  { file: 'account-history', table: 'admin_action', column: 'subjectUid', without: ['uid'] },
]

/** Columns that are not exported: hashes of tokens, and the keys of push subscriptions (`auth`, `p256dh`). */
const isSecret = (column: string): boolean => /hash$/i.test(column) || column === 'auth' || column === 'p256dh'

const readme = `This archive contains all data that Strand stores about you.

account.json holds your account and your preferences. Each other JSON file is a list:
playlists, posts and comments are those you created; relations are what you collected (type 1),
followed (2 playlists, 3 members, 4 tags), upvoted (5) and liked (6 comments); the other files
are named after their content. playlists/ holds each of your playlists, with the posts of all
members, as JSPF, which Strand and other programs can import. pictures/ holds the pictures you
uploaded. Times are in UTC.
`

export interface Exports {
  /** A zip archive. Throws `unauthenticated` if the member no longer exists. */
  archive(member: Viewer): Promise<Readable>
}

async function* pages(db: DataSource, table: string, column: string, uid: string): AsyncGenerator<ObjectLiteral[]> {
  const { primaryColumns, name } = db.getMetadata(table)
  const order = Object.fromEntries(primaryColumns.map(({ propertyName }) => [propertyName, 'ASC'])) as FindOptionsOrder<ObjectLiteral>
  for (let skip = 0; ; skip += batch) {
    const rows = await db.getRepository(name).find({ where: { [column]: uid }, order, skip, take: batch })
    yield rows
    if (rows.length < batch) return
  }
}

const withoutSecrets = (row: ObjectLiteral, without: readonly string[] = []): ObjectLiteral =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !isSecret(column) && !without.includes(column)))

async function* listOf(db: DataSource, { table, column, without }: (typeof exportedTables)[number], uid: string): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const rows of pages(db, table, column, uid)) {
    for (const row of rows) {
      yield separator + JSON.stringify(withoutSecrets(row, without))
      separator = ',\n'
    }
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

interface Picture {
  name: string
  stored: StoredPicture
}

/** Pictures that are looked up at the same time. */
const parallelPictures = 8

interface ExportDeps {
  db: DataSource
  images: Pick<Images, 'stored'>
  beads: Pick<Beads, 'get'>
  transfer: Pick<Transfer, 'write'>
}

export function createExports({ db, images, beads: playlists, transfer }: ExportDeps): Exports {
  async function* playlistFile(id: string, title: string, viewer: Viewer): AsyncGenerator<string> {
    const bead = await playlists.get(id, viewer).catch((error: unknown) => {
      if (error instanceof StrandError && error.code === 'not_found') return null
      throw error
    })
    if (bead === null)
      yield JSON.stringify({ playlist: { title, annotation: 'This playlist was deleted while the archive was written.', track: [] } })
    else yield* transfer.write(bead, 'jspf', viewer)
  }

  const pictureOf = (kind: PictureKind, id: string, image: string | null | undefined): Picture[] => {
    const variant = kind === 'bead' ? 'original' : 'main'
    const version = versionIn(image)
    return version === null ? [] : [{ name: `pictures/${kind}-${id}.jpg`, stored: images.stored(kind, id, version, variant) }]
  }

  /** Uploaded pictures of the member, the member's playlists and posts; no demo pictures and none of other sites. */
  async function picturesOf(uid: string, image: string | null): Promise<Picture[]> {
    const beads = await sql<{ id: string; image: string }>(
      db,
      `SELECT "id", "image" FROM "bead" WHERE "creatorUid" = :uid AND "image" LIKE '/beads/%'`,
      { uid },
    )
    const posts = await sql<{ id: string; media: string }>(
      db,
      `SELECT "id", "media" FROM "post" WHERE "creatorUid" = :uid AND "media" LIKE '%/posts/p%.jpg?v=%'`,
      { uid },
    )
    return [
      ...pictureOf('profile', uid, image),
      ...beads.flatMap((bead) => pictureOf('bead', bead.id, bead.image)),
      ...posts.flatMap(({ id, media }) => pictureOf('post', id, (JSON.parse(media) as { image?: string }).image)),
    ]
  }

  return {
    async archive(viewer) {
      const { uid } = viewer
      const row = await db.getRepository(MemberEntity).findOneBy({ uid })
      if (row === null) throw new StrandError('unauthenticated')
      const me = await readMe(db, row)
      const own = await sql<{ id: string; title: string }>(db, 'SELECT "id", "title" FROM "bead" WHERE "creatorUid" = :uid ORDER BY "id"', {
        uid,
      })
      const pictures: Picture[] = []
      const exists = async (picture: Picture) => ((await picture.stored.stat()) === null ? [] : [picture])
      for await (const found of inParallel(await picturesOf(uid, row.image), parallelPictures, exists)) pictures.push(...found)
      const zip = new ZipFile()
      const stream = zip.outputStream as Readable
      // On an error abort the response: ending it normally would make a partial archive look complete.
      const fail = (error: Error): void => void stream.destroy(error)
      // An 'error' event without a listener ends the process, and yazl starts before the response has added its own
      // listener. The response still notices that the stream is destroyed.
      stream.on('error', () => undefined)
      zip.on('error', fail)
      let current: Readable | undefined
      /** Adds the error listener that yazl does not add to its sources; see above. */
      const watched = (source: Readable): Readable => {
        current = source.on('error', fail)
        if (stream.destroyed) source.destroy()
        return source
      }
      // When the download is aborted, yazl leaves the current source open.
      stream.once('close', () => current?.destroy())
      const addText = (name: string, text: () => AsyncGenerator<string>): void =>
        zip.addReadStreamLazy(name, (take) => take(null, watched(Readable.from(text()))))
      const addPicture = ({ name, stored }: Picture): void =>
        // JPEG does not compress further. A picture that was deleted after `stat` becomes an empty file.
        zip.addReadStreamLazy(name, { compress: false }, (take) => {
          stored.open().then((opened) => take(null, watched(opened?.content ?? Readable.from([]))), fail)
        })
      zip.addBuffer(Buffer.from(readme), 'README.txt')
      zip.addBuffer(Buffer.from(`${JSON.stringify(me, null, 2)}\n`), 'account.json')
      for (const exported of exportedTables) {
        // Each list is read only when yazl reaches it, at the speed of the download.
        addText(`${exported.file}.json`, () => listOf(db, exported, uid))
      }
      for (const { id, title } of own) {
        addText(`playlists/${slugify(title)}-${id}.jspf`, () => playlistFile(id, title, viewer))
      }
      for (const picture of pictures) addPicture(picture)
      zip.end()
      return stream
    },
  }
}
