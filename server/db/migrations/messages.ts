import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions, type TableOptions } from 'typeorm'

const varchar = (name: string, length: number, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  ...more,
})
const id = (name: string, more: Partial<TableColumnOptions> = {}) => varchar(name, 24, more)
const uid = (name: string, more: Partial<TableColumnOptions> = {}) => varchar(name, 50, more)
const instant = (name: string, more: Partial<TableColumnOptions> = {}) => varchar(name, 24, more)
const primary = { isPrimary: true }
const nullable = { isNullable: true }

const index = (name: string, ...columnNames: string[]) => ({ name, columnNames })
const goesWith = (name: string, columnNames: string[], table: string, keys: string[]) => ({
  name,
  columnNames,
  referencedTableName: table,
  referencedColumnNames: keys,
  onDelete: 'CASCADE',
})

const tables: TableOptions[] = [
  {
    name: 'delivery',
    columns: [varchar('key', 64, primary), instant('sentDate')],
    indices: [index('delivery_sent', 'sentDate')],
  },
  { name: 'mail_refusal', columns: [varchar('addressHash', 64, primary), instant('creationDate')] },
  {
    name: 'job',
    columns: [
      varchar('name', 60, primary),
      instant('dueDate'),
      instant('leaseDate', nullable),
      varchar('holder', 40, nullable),
      { name: 'failures', type: 'integer' },
      instant('lastRunDate', nullable),
      { name: 'lastError', type: 'text', isNullable: true },
    ],
  },
  {
    name: 'digest',
    columns: [uid('uid', primary), varchar('kind', 10, primary), instant('dueDate'), instant('coveredDate')],
    indices: [index('digest_due', 'dueDate', 'uid')],
    foreignKeys: [goesWith('digest_member', ['uid'], 'member', ['uid'])],
  },
  {
    name: 'push_subscription',
    columns: [
      varchar('id', 64, primary),
      uid('uid'),
      varchar('endpoint', 1000),
      varchar('p256dh', 100),
      varchar('auth', 40),
      varchar('userAgent', 300),
      instant('creationDate'),
    ],
    indices: [index('push_subscription_uid', 'uid', 'creationDate')],
    foreignKeys: [goesWith('push_subscription_member', ['uid'], 'member', ['uid'])],
  },
  {
    name: 'notification',
    columns: [
      uid('uid', primary),
      varchar('verb', 20, primary),
      varchar('topic', 50, primary),
      instant('date'),
      { name: 'actorCount', type: 'integer' },
      { name: 'actors', type: 'text' },
      { name: 'isOwner', type: 'boolean' },
      id('beadId', nullable),
      id('postId', nullable),
      id('commentId', nullable),
    ],
    indices: [
      index('notification_recent', 'uid', 'date'),
      index('notification_date', 'date'),
      index('notification_bead', 'beadId'),
      index('notification_post', 'postId'),
      index('notification_comment', 'commentId'),
    ],
    foreignKeys: [
      goesWith('notification_member', ['uid'], 'member', ['uid']),
      goesWith('notification_of_bead', ['beadId'], 'bead', ['id']),
      goesWith('notification_of_post', ['postId'], 'post', ['id']),
      goesWith('notification_of_comment', ['commentId'], 'comment', ['id']),
    ],
  },
  {
    name: 'notification_activity',
    columns: [
      uid('uid', primary),
      varchar('verb', 20, primary),
      varchar('topic', 50, primary),
      uid('actor', primary),
      varchar('source', 24, primary),
      instant('date'),
    ],
    indices: [
      index('notification_activity_recent', 'uid', 'verb', 'topic', 'date', 'actor'),
      index('notification_activity_actor', 'actor', 'topic'),
      index('notification_activity_source', 'source'),
    ],
    foreignKeys: [
      goesWith('notification_activity_group', ['uid', 'verb', 'topic'], 'notification', ['uid', 'verb', 'topic']),
      goesWith('notification_activity_member', ['actor'], 'member', ['uid']),
    ],
  },
]

/** Notifications, deliveries by mail and push, and due dates of recurring jobs. */
export class Messages1790000000060 implements MigrationInterface {
  name = 'Messages1790000000060'

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.createTable(new Table(table))
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of tables.toReversed()) await runner.dropTable(name)
  }
}
