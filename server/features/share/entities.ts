import { EntitySchema } from 'typeorm'
import { count, id, instant, text } from '#db/columns.ts'

/** Shares of a post or playlist on social networks; included in its `shareCount`. */
export interface NetworkShareRow {
  entity: string
  shares: number
  checkedDate: string
}

export const NetworkShareEntity = new EntitySchema<NetworkShareRow>({
  name: 'network_share',
  columns: { entity: id({ primary: true }), shares: count(), checkedDate: instant() },
})

/**
 * Number of share mails on one day: sent by a member, sent from the IP address of a visitor, or received by one mailbox from visitors
 * (decision 28).
 */
export interface ShareQuotaRow {
  /** Date in UTC: `2026-11-21`. */
  day: string
  /**
   * What is counted: `member <uid>`, `visitor <digest>` or `mailbox <digest>`. The digest is the SHA-256 of the day and the IP address, or
   * of the day and the mail address.
   */
  who: string
  mails: number
}

export const ShareQuotaEntity = new EntitySchema<ShareQuotaRow>({
  name: 'share_quota',
  columns: { day: text(10, { primary: true }), who: text(80, { primary: true }), mails: count() },
})
