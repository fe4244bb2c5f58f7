import { EntitySchema } from 'typeorm'
import type { EmailPrefs, Onboarding, Privileges, PushPrefs } from '#contract/index.ts'
import { count, flag, instant, json, longText, text, uid } from '#db/columns.ts'

/** An account. Counters change in the transaction that changes the counted rows. */
export interface MemberRow {
  uid: string
  /**
   * `uid` in lower case, with a unique index: no two uids differ only by case. For a deleted member a hash of the
   * former uid (`retiredKey`), which reserves it.
   */
  uidKey: string
  name: string
  email: string | null
  /** argon2id in its encoded form; null without a password. */
  passwordHash: string | null
  /** A status that an admin gives. Unrelated to the e-mail address. */
  verified: boolean
  isAdmin: boolean
  description: string
  city: string
  country: string
  /** Path of the profile picture; null without one. */
  image: string | null
  creationDate: string
  /** Contains only privileges that the member does not have, as false; a missing one is granted (A3). */
  privileges: Partial<Privileges>
  followerCount: number
  followingCount: number
  collectedPostCount: number
  createdPostCount: number
  createdBeadCount: number
  collectedBeadCount: number
  /** `false` for an option that the member switched off; a missing option is on (A3). Null before the first change. */
  emailPrefs: Partial<EmailPrefs> | null
  pushPrefs: Partial<PushPrefs> | null
  /** Open onboarding steps of a new member; null if none. */
  onboarding: Partial<Onboarding> | null
  /** When the current e-mail address was confirmed; null if unconfirmed. */
  emailVerifiedDate: string | null
  imageLastModified: string | null
  notificationsLastChecked: string | null
  /** When the account was deleted. The row remains as a tombstone: the creator of content that others use. */
  removedDate: string | null
  /** Number of members whom this one blocks or mutes; null means 0. If 0, queries skip the table `block_or_mute`. */
  hiddenCount: number | null
  /** End of the suspension, which may be in the past; `endless` until further notice. Null if never suspended, or lifted. */
  suspendedUntil: string | null
  /** Why, in the words of the admin. */
  suspensionReason: string | null
}

/** Nullable columns of a new member's row. */
export const unset = {
  emailPrefs: null,
  pushPrefs: null,
  onboarding: null,
  emailVerifiedDate: null,
  imageLastModified: null,
  notificationsLastChecked: null,
  removedDate: null,
  hiddenCount: null,
  suspendedUntil: null,
  suspensionReason: null,
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
    suspendedUntil: instant({ nullable: true }),
    suspensionReason: longText({ nullable: true }),
  },
  indices: [
    { name: 'member_uid_key', columns: ['uidKey'], unique: true },
    { name: 'member_email', columns: ['email'], unique: true },
    // Lists of the admin page. Tombstones are in no list.
    { name: 'member_joined', columns: ['creationDate', 'uid'], where: '"removedDate" IS NULL' },
    { name: 'member_suspended', columns: ['suspendedUntil', 'uid'], where: '"suspendedUntil" IS NOT NULL' },
    { name: 'member_admin', columns: ['uid'], where: '"isAdmin" = TRUE' },
  ],
})

/** A signed-in browser. Only the browser has the token itself. */
export interface SessionRow {
  /** SHA-256 of the token, hex. */
  tokenHash: string
  uid: string
  creationDate: string
  lastUsedDate: string
  expiryDate: string
  userAgent: string
  /** Client as declared at sign-in: `web`, `tv`, … */
  device: string | null
  /** True for a television that was connected for one evening: it may only play and report plays. Null means false. */
  playbackOnly: boolean | null
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
    playbackOnly: flag({ nullable: true }),
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

/** A single-use key in a mail, which resets the password or confirms the e-mail address. */
export interface AccountKeyRow {
  /** SHA-256 of the key, hex. */
  keyHash: string
  uid: string
  purpose: 'reset' | 'verify'
  /** The address that it was sent to. The key is invalid if the member's address has changed since. */
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

/** A token of a Google Cast receiver, deleted with the session that issued it (foreign key). See `cast.ts`. */
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

/** A television that shows a sign-in link and waits for a member to open it. See `tv.ts`. */
export interface TvPairingRow {
  /** SHA-256 of the secret that only the television knows. */
  secretHash: string
  /** SHA-256 of the token in the link that the member opens. */
  tokenHash: string
  /** SHA-256 of the code that a member may type instead; null in rows of earlier versions. It expires before the link. */
  codeHash: string | null
  codeExpiryDate: string | null
  /** The member connected it for one evening only; null while unclaimed. */
  evening: boolean | null
  /** The member who claimed it; null while unclaimed. */
  uid: string | null
  creationDate: string
  expiryDate: string
}

export const TvPairingEntity = new EntitySchema<TvPairingRow>({
  name: 'tv_pairing',
  columns: {
    secretHash: text(64, { primary: true }),
    tokenHash: text(64),
    codeHash: text(64, { nullable: true }),
    codeExpiryDate: instant({ nullable: true }),
    evening: flag({ nullable: true }),
    uid: uid({ nullable: true }),
    creationDate: instant(),
    expiryDate: instant(),
  },
  indices: [
    { name: 'tv_pairing_token', columns: ['tokenHash'], unique: true },
    { name: 'tv_pairing_code', columns: ['codeHash'], unique: true },
    { name: 'tv_pairing_uid', columns: ['uid'] },
    { name: 'tv_pairing_expiry', columns: ['expiryDate'] },
  ],
  foreignKeys: [ofMember('tv_pairing_member')],
})
