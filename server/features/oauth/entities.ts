import { EntitySchema } from 'typeorm'
import type { Network } from '#contract/index.ts'
import { instant, longText, text, uid } from '#db/columns.ts'

const ofMember = (name: string) => ({
  name,
  columnNames: ['uid'],
  target: 'member',
  referencedColumnNames: ['uid'],
  onDelete: 'CASCADE' as const,
})

/** A member's account at a social network. No token is stored: Strand never acts on the network for a member. */
export interface NetworkLinkRow {
  network: Network
  /** The network's id of the account. */
  subject: string
  uid: string
  /** The display name on the network. */
  name: string
  creationDate: string
}

export const NetworkLinkEntity = new EntitySchema<NetworkLinkRow>({
  name: 'network_link',
  columns: {
    network: text(10, { primary: true }),
    subject: text(128, { primary: true }),
    uid: uid(),
    name: text(128),
    creationDate: instant(),
  },
  indices: [{ name: 'network_link_uid', columns: ['uid', 'network'], unique: true }],
  foreignKeys: [ofMember('network_link_member')],
})

/** A pending authorization: the browser was redirected to a network and has not returned yet. */
export interface NetworkAttemptRow {
  /** SHA-256 of the `state` parameter. */
  stateHash: string
  /** SHA-256 of the secret in the browser's cookie. */
  browserHash: string
  network: Network
  purpose: 'connect' | 'signup'
  /** The member who connects; null for a sign-up. */
  uid: string | null
  /** Path of the page to return to. */
  redirect: string
  creationDate: string
  expiryDate: string
}

export const NetworkAttemptEntity = new EntitySchema<NetworkAttemptRow>({
  name: 'network_attempt',
  columns: {
    stateHash: text(64, { primary: true }),
    browserHash: text(64),
    network: text(10),
    purpose: text(10),
    uid: uid({ nullable: true }),
    redirect: longText(),
    creationDate: instant(),
    expiryDate: instant(),
  },
  indices: [
    { name: 'network_attempt_uid', columns: ['uid'] },
    { name: 'network_attempt_expiry', columns: ['expiryDate'] },
  ],
  foreignKeys: [ofMember('network_attempt_member')],
})
