import { EntitySchema } from 'typeorm'
import type { EmailPrefs, Onboarding, Privileges, PushPrefs } from '../../contract/index.ts'
import { count, flag, instant, json, longText, text, uid } from '../../db/columns.ts'

/** A person with an account. Counters change in the transaction that changes the rows they count. */
export interface MemberRow {
  uid: string
  /** `uid` in lower case: no two members differ only by case. */
  uidKey: string
  name: string
  email: string | null
  /** argon2id, in its own encoded form; null where no password was ever set. */
  passwordHash: string | null
  verified: boolean
  isAdmin: boolean
  description: string
  city: string
  country: string
  /** Path of the profile picture, null for none. */
  image: string | null
  creationDate: string
  /** Only what is explicitly denied is false here (A3). */
  privileges: Partial<Privileges>
  followerCount: number
  followingCount: number
  collectedPostCount: number
  createdPostCount: number
  createdBeadCount: number
  collectedBeadCount: number
  /** Only what was explicitly switched off is false here (A3); null where nothing ever was. */
  emailPrefs: Partial<EmailPrefs> | null
  pushPrefs: Partial<PushPrefs> | null
  /** What a new member has still to be asked; null where nothing. */
  onboarding: Partial<Onboarding> | null
  /** When the present e-mail address was confirmed; null where it was not yet. */
  emailVerifiedDate: string | null
  imageLastModified: string | null
  notificationsLastChecked: string | null
  /** When the account was deleted: the row then only stands for whoever made what others go on using. */
  removedDate: string | null
}

/** What a row of a new member leaves empty. */
export const unset = {
  emailPrefs: null, pushPrefs: null, onboarding: null, emailVerifiedDate: null, imageLastModified: null, notificationsLastChecked: null,
  removedDate: null,
} satisfies Partial<MemberRow>

export const MemberEntity = new EntitySchema<MemberRow>({
  name: 'member',
  columns: {
    uid: uid({ primary: true }),
    uidKey: uid(),
    name: text(128),
    email: text(128, { nullable: true }),
    passwordHash: text(255, { nullable: true }),
    verified: flag(),
    isAdmin: flag(),
    description: text(256),
    city: text(128),
    country: text(128),
    image: text(300, { nullable: true }),
    creationDate: instant(),
    privileges: json(),
    followerCount: count(),
    followingCount: count(),
    collectedPostCount: count(),
    createdPostCount: count(),
    createdBeadCount: count(),
    collectedBeadCount: count(),
    emailPrefs: json({ nullable: true }),
    pushPrefs: json({ nullable: true }),
    onboarding: json({ nullable: true }),
    emailVerifiedDate: instant({ nullable: true }),
    imageLastModified: instant({ nullable: true }),
    notificationsLastChecked: instant({ nullable: true }),
    removedDate: instant({ nullable: true }),
  },
  indices: [
    { name: 'member_uid_key', columns: ['uidKey'], unique: true },
    { name: 'member_email', columns: ['email'], unique: true },
  ],
})

/** A signed-in browser. The token itself is known only to the browser. */
export interface SessionRow {
  /** SHA-256 of the token, hex. */
  tokenHash: string
  uid: string
  creationDate: string
  lastUsedDate: string
  expiryDate: string
  userAgent: string
}

export const SessionEntity = new EntitySchema<SessionRow>({
  name: 'session',
  columns: {
    tokenHash: text(64, { primary: true }),
    uid: uid(),
    creationDate: instant(),
    lastUsedDate: instant(),
    expiryDate: instant(),
    userAgent: longText(),
  },
  indices: [
    { name: 'session_uid', columns: ['uid'] },
    { name: 'session_expiry', columns: ['expiryDate'] },
  ],
  foreignKeys: [
    { name: 'session_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
  ],
})
