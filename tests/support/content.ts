/** Creates members, playlists and posts for tests. */
import type { DataSource } from 'typeorm'
import type { Bead, Post } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { MemberEntity, unset, type MemberRow } from '../../server/features/accounts/entities.ts'
import { PostEntity, type PostRow } from '../../server/features/posts/entities.ts'
import { BeadEntity, type BeadRow } from '../../server/features/beads/entities.ts'
import type { Client } from './client.ts'

async function answered<T>(work: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await work
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Creates a published personal playlist, as the simple dialog does; `more` overrides fields of the request. */
export const startBead = async (client: Client, more: Record<string, unknown> = {}): Promise<Bead> =>
  (await answered(client.post<{ data: Bead }>('/api/v0/beads', { title: 'Sunday slow', category: 'other', invitees: [], ...more }))).data

export const addPost = async (client: Client, bead: string, body: Record<string, unknown> = { title: 'A thought' }): Promise<Post> =>
  (await answered(client.post<{ post: Post }>(`/api/v0/posts/${bead}`, body))).post

/** A member without e-mail, password or activity; `more` overrides. */
export const memberRow = (uid: string, more: Partial<MemberRow> = {}): MemberRow => ({
  ...unset,
  uid,
  uidKey: uid,
  name: uid,
  email: null,
  passwordHash: null,
  verified: false,
  isAdmin: false,
  description: '',
  city: '',
  country: '',
  image: null,
  creationDate: new Date().toISOString(),
  privileges: {},
  followerCount: 0,
  followingCount: 0,
  collectedPostCount: 0,
  createdPostCount: 0,
  createdBeadCount: 0,
  collectedBeadCount: 0,
  ...more,
})

export const updateMember = (db: DataSource, uid: string, changes: Partial<MemberRow>): Promise<unknown> =>
  transaction(db, (manager) => manager.update(MemberEntity, { uid }, changes))

export const updatePost = (db: DataSource, id: string, changes: Partial<PostRow>): Promise<unknown> =>
  transaction(db, (manager) => manager.update(PostEntity, { id }, changes))

export const updateBead = (db: DataSource, id: string, changes: Partial<BeadRow>): Promise<unknown> =>
  transaction(db, (manager) => manager.update(BeadEntity, { id }, changes))

export const member = (db: DataSource, uid: string): Promise<MemberRow> => db.getRepository(MemberEntity).findOneByOrFail({ uid })
