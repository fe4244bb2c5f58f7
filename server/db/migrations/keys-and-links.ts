import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions, type TableOptions } from 'typeorm'

const varchar = (name: string, length: number, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  ...more,
})
const primary = { isPrimary: true }
const nullable = { isNullable: true }
const hash = (name: string, more: Partial<TableColumnOptions> = {}) => varchar(name, 64, more)
const uid = (more: Partial<TableColumnOptions> = {}) => varchar('uid', 50, more)
const lifetime = [varchar('creationDate', 24), varchar('expiryDate', 24)]

const index = (name: string, ...columnNames: string[]) => ({ name, columnNames })
const unique = (name: string, ...columnNames: string[]) => ({ name, columnNames, isUnique: true })
const ofMember = (name: string) => ({
  name,
  columnNames: ['uid'],
  referencedTableName: 'member',
  referencedColumnNames: ['uid'],
  onDelete: 'CASCADE',
})

const tables: TableOptions[] = [
  {
    name: 'account_key',
    columns: [hash('keyHash', primary), uid(), varchar('purpose', 10), varchar('email', 128), ...lifetime],
    indices: [index('account_key_uid', 'uid', 'purpose'), index('account_key_expiry', 'expiryDate')],
    foreignKeys: [ofMember('account_key_member')],
  },
  {
    name: 'cast_token',
    columns: [hash('tokenHash', primary), hash('sessionHash'), uid(), ...lifetime],
    indices: [
      index('cast_token_uid', 'uid', 'expiryDate'),
      index('cast_token_session_hash', 'sessionHash'),
      index('cast_token_expiry', 'expiryDate'),
    ],
    foreignKeys: [
      ofMember('cast_token_member'),
      {
        name: 'cast_token_session',
        columnNames: ['sessionHash'],
        referencedTableName: 'session',
        referencedColumnNames: ['tokenHash'],
        onDelete: 'CASCADE',
      },
    ],
  },
  {
    name: 'tv_pairing',
    columns: [hash('secretHash', primary), hash('tokenHash'), uid(nullable), ...lifetime],
    indices: [unique('tv_pairing_token', 'tokenHash'), index('tv_pairing_uid', 'uid'), index('tv_pairing_expiry', 'expiryDate')],
    foreignKeys: [ofMember('tv_pairing_member')],
  },
  {
    name: 'network_link',
    columns: [varchar('network', 10, primary), varchar('subject', 128, primary), uid(), varchar('name', 128), varchar('creationDate', 24)],
    indices: [unique('network_link_uid', 'uid', 'network')],
    foreignKeys: [ofMember('network_link_member')],
  },
  {
    name: 'network_attempt',
    columns: [
      hash('stateHash', primary),
      hash('browserHash'),
      varchar('network', 10),
      varchar('purpose', 10),
      uid(nullable),
      { name: 'redirect', type: 'text' },
      ...lifetime,
    ],
    indices: [index('network_attempt_uid', 'uid'), index('network_attempt_expiry', 'expiryDate')],
    foreignKeys: [ofMember('network_attempt_member')],
  },
]

/** Keys sent by mail, tokens of receivers and televisions, and linked accounts of social networks. */
export class KeysAndLinks1790000000011 implements MigrationInterface {
  name = 'KeysAndLinks1790000000011'

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.createTable(new Table(table))
    await runner.query('ALTER TABLE "session" ADD COLUMN "device" varchar(20)')
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "session" DROP COLUMN "device"')
    for (const { name } of tables.toReversed()) await runner.dropTable(name)
  }
}
