import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions, type TableOptions } from 'typeorm'

/*
 * A migration writes out its columns instead of importing the entities, which change later. The drift test
 * reports differences between the two.
 */
const varchar = (name: string, length: number, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  ...more,
})
const text = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({ name, type: 'text', ...more })
const flag = (name: string): TableColumnOptions => ({ name, type: 'boolean' })
const count = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({ name, type: 'integer', ...more })
const id = (name: string, more: Partial<TableColumnOptions> = {}) => varchar(name, 24, more)
const uid = (name: string, more: Partial<TableColumnOptions> = {}) => varchar(name, 50, more)
const instant = (name: string) => varchar(name, 24)
const primary = { isPrimary: true }
const nullable = { isNullable: true }

const index = (name: string, ...columnNames: string[]) => ({ name, columnNames })
const unique = (name: string, ...columnNames: string[]) => ({ name, columnNames, isUnique: true })
const references = (name: string, column: string, table: string, key: string, onDelete = 'NO ACTION') => ({
  name,
  columnNames: [column],
  referencedTableName: table,
  referencedColumnNames: [key],
  onDelete,
})

const tables: TableOptions[] = [
  {
    name: 'member',
    columns: [
      uid('uid', primary),
      uid('uidKey'),
      varchar('name', 128),
      varchar('email', 128, nullable),
      varchar('passwordHash', 255, nullable),
      flag('verified'),
      flag('isAdmin'),
      varchar('description', 256),
      varchar('city', 128),
      varchar('country', 128),
      varchar('image', 300, nullable),
      instant('creationDate'),
      text('privileges'),
      count('followerCount'),
      count('followingCount'),
      count('collectedPostCount'),
      count('createdPostCount'),
      count('createdBeadCount'),
      count('collectedBeadCount'),
    ],
    indices: [unique('member_uid_key', 'uidKey'), unique('member_email', 'email')],
  },
  {
    name: 'session',
    columns: [
      varchar('tokenHash', 64, primary),
      uid('uid'),
      instant('creationDate'),
      instant('lastUsedDate'),
      instant('expiryDate'),
      text('userAgent'),
    ],
    indices: [index('session_uid', 'uid'), index('session_expiry', 'expiryDate')],
    foreignKeys: [references('session_member', 'uid', 'member', 'uid', 'CASCADE')],
  },
  {
    name: 'bead',
    columns: [
      id('id', primary),
      varchar('title', 64),
      text('description'),
      varchar('category', 20),
      text('tags'),
      uid('creatorUid'),
      instant('creationDate'),
      id('groupId', nullable),
      flag('isDraft'),
      flag('isFeed'),
      varchar('image', 300, nullable),
      text('attribution', nullable),
      count('postCount'),
      count('followerCount'),
      { name: 'heat', type: 'double precision' },
    ],
    indices: [
      index('bead_creator', 'creatorUid', 'id'),
      index('bead_recent', 'isDraft', 'id'),
      index('bead_heat', 'isDraft', 'heat', 'id'),
      index('bead_category_heat', 'category', 'isDraft', 'heat', 'id'),
      index('bead_category_recent', 'category', 'isDraft', 'id'),
    ],
    foreignKeys: [references('bead_member', 'creatorUid', 'member', 'uid')],
  },
  {
    name: 'invitee',
    columns: [id('beadId', primary), uid('uid', primary), instant('creationDate')],
    indices: [index('invitee_uid', 'uid', 'beadId')],
    foreignKeys: [
      references('invitee_bead', 'beadId', 'bead', 'id', 'CASCADE'),
      references('invitee_member', 'uid', 'member', 'uid', 'CASCADE'),
    ],
  },
  {
    name: 'post',
    columns: [
      id('id', primary),
      id('beadId'),
      uid('creatorUid'),
      varchar('title', 140),
      text('description'),
      text('tags'),
      text('media', nullable),
      varchar('mediaKey', 400, nullable),
      flag('playable'),
      instant('creationDate'),
      count('collectCount'),
      count('upvoteCount'),
      count('commentCount'),
      count('playCount'),
      count('score'),
      count('shuffleKey'),
    ],
    indices: [
      index('post_bead_recent', 'beadId', 'id'),
      index('post_bead_score', 'beadId', 'score', 'id'),
      index('post_bead_collects', 'beadId', 'collectCount', 'id'),
      index('post_bead_media', 'beadId', 'mediaKey'),
      index('post_creator', 'creatorUid', 'id'),
      index('post_score', 'score', 'id'),
      index('post_collects', 'collectCount', 'id'),
    ],
    foreignKeys: [references('post_of_bead', 'beadId', 'bead', 'id', 'CASCADE'), references('post_member', 'creatorUid', 'member', 'uid')],
  },
  {
    name: 'link',
    columns: [varchar('mediaKey', 400, primary), text('media'), flag('byUri'), instant('fetchedDate')],
  },
  {
    name: 'comment',
    columns: [id('id', primary), id('postId'), uid('creatorUid'), text('text'), instant('creationDate')],
    indices: [index('comment_post', 'postId', 'id'), index('comment_creator', 'creatorUid', 'id')],
    foreignKeys: [
      references('comment_of_post', 'postId', 'post', 'id', 'CASCADE'),
      references('comment_member', 'creatorUid', 'member', 'uid'),
    ],
  },
  {
    name: 'relation',
    columns: [uid('uid', primary), count('type', primary), varchar('entity', 64, primary), instant('creationDate')],
    indices: [index('relation_entity', 'type', 'entity', 'creationDate', 'uid')],
    foreignKeys: [references('relation_member', 'uid', 'member', 'uid', 'CASCADE')],
  },
  {
    name: 'play',
    columns: [id('postId', primary), varchar('listener', 64, primary), instant('playedDate')],
    foreignKeys: [references('play_of_post', 'postId', 'post', 'id', 'CASCADE')],
  },
]

export class Initial1790000000000 implements MigrationInterface {
  name = 'Initial1790000000000'

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.createTable(new Table(table))
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of tables.toReversed()) await runner.dropTable(name)
  }
}
