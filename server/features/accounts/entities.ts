import { EntitySchema } from 'typeorm'
import type { EmailPrefs, Onboarding, Privileges, PushPrefs } from '#contract/index.ts'
import { count, flag, instant, json, longText, text, uid } from '#db/columns.ts'

/** A person with an account. Counters change in the transaction that changes the rows they count. */
export interface MemberRow {
  uid: string
  /** `uid` in lower case: no two members differ only by case. Of a deleted member a digest of the one they had (`retiredKey`). */
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
  /** Members whom they block or mute, so that those who do neither pay nothing for it. Null as good as 0. */
  hiddenCount: number | null
}

/** What a row of a new member leaves empty. */
export const unset = {
  emailPrefs: null,
  pushPrefs: null,
  onboarding: null,
  emailVerifiedDate: null,
  imageLastModified: null,
  notificationsLastChecked: null,
  removedDate: null,
  hiddenCount: null,
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
    hiddenCount: count({ nullable: true }),
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
  /** What it was started from, as far as it said so: `web`, `tv`, … */
  device: string | null
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
    device: text(20, { nullable: true }),
  },
  indices: [
    { name: 'session_uid', columns: ['uid'] },
    { name: 'session_expiry', columns: ['expiryDate'] },
  ],
  foreignKeys: [{ name: 'session_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' }],
})

const ofMember = (name: string) => ({
  name,
  columnNames: ['uid'],
  target: 'member',
  referencedColumnNames: ['uid'],
  onDelete: 'CASCADE' as const,
})

/** A secret that was sent to an address by mail, and that works once. */
export interface AccountKeyRow {
  /** SHA-256 of the key, hex. */
  keyHash: string
  uid: string
  purpose: 'reset' | 'verify'
  /** Where it was sent: once the member has another address, it is worth nothing. */
  email: string
  creationDate: string
  expiryDate: string
}

export const AccountKeyEntity = new EntitySchema<AccountKeyRow>({
  name: 'account_key',
  columns: {
    keyHash: text(64, { primary: true }),
    uid: uid(),
    purpose: text(10),
    email: text(128),
    creationDate: instant(),
    expiryDate: instant(),
  },
  indices: [
    { name: 'account_key_uid', columns: ['uid', 'purpose'] },
    { name: 'account_key_expiry', columns: ['expiryDate'] },
  ],
  foreignKeys: [ofMember('account_key_member')],
})

/** Lets a receiver read feeds and report plays, for as long as the session that asked for it lives. */
export interface CastTokenRow {
  /** SHA-256 of the token, hex. */
  tokenHash: string
  sessionHash: string
  uid: string
  creationDate: string
  expiryDate: string
}

export const CastTokenEntity = new EntitySchema<CastTokenRow>({
  name: 'cast_token',
  columns: { tokenHash: text(64, { primary: true }), sessionHash: text(64), uid: uid(), creationDate: instant(), expiryDate: instant() },
  indices: [
    { name: 'cast_token_uid', columns: ['uid', 'expiryDate'] },
    { name: 'cast_token_session_hash', columns: ['sessionHash'] },
    { name: 'cast_token_expiry', columns: ['expiryDate'] },
  ],
  foreignKeys: [
    ofMember('cast_token_member'),
    {
      name: 'cast_token_session',
      columnNames: ['sessionHash'],
      target: 'session',
      referencedColumnNames: ['tokenHash'],
      onDelete: 'CASCADE',
    },
  ],
})

/** A television that waits for a member to say that it is theirs. */
export interface TvPairingRow {
  /** SHA-256 of what only the television knows. */
  secretHash: string
  /** SHA-256 of what the member brings, in a link. */
  tokenHash: string
  /** Whose it is; null as long as nobody has said. */
  uid: string | null
  creationDate: string
  expiryDate: string
}

export const TvPairingEntity = new EntitySchema<TvPairingRow>({
  name: 'tv_pairing',
  columns: {
    secretHash: text(64, { primary: true }),
    tokenHash: text(64),
    uid: uid({ nullable: true }),
    creationDate: instant(),
    expiryDate: instant(),
  },
  indices: [
    { name: 'tv_pairing_token', columns: ['tokenHash'], unique: true },
    { name: 'tv_pairing_uid', columns: ['uid'] },
    { name: 'tv_pairing_expiry', columns: ['expiryDate'] },
  ],
  foreignKeys: [ofMember('tv_pairing_member')],
})
