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

/** Share mails per day, by sender, or by mailbox for mails of visitors (decision 28). */
export interface ShareQuotaRow {
  /** UTC, `2026-11-21`. */
  day: string
  /** Kind and uid, or kind and digest of an address. */
  who: string
  mails: number
}

export const ShareQuotaEntity = new EntitySchema<ShareQuotaRow>({
  name: 'share_quota',
  columns: { day: text(10, { primary: true }), who: text(80, { primary: true }), mails: count() },
})
