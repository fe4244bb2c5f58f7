import { EntitySchema } from 'typeorm'
import { count, id, instant, text } from '#db/columns.ts'

/** What the social networks count of a post or a playlist; a part of its `shareCount`. */
export interface NetworkShareRow {
  entity: string
  shares: number
  checkedDate: string
}

export const NetworkShareEntity = new EntitySchema<NetworkShareRow>({
  name: 'network_share',
  columns: { entity: id({ primary: true }), shares: count(), checkedDate: instant() },
})

/** How many mails somebody had Strand send on a day, or somebody was sent by strangers (decision 28). */
export interface ShareQuotaRow {
  /** UTC, `2026-11-21`. */
  day: string
  /** What the number is of, and a digest where that is an address. */
  who: string
  mails: number
}

export const ShareQuotaEntity = new EntitySchema<ShareQuotaRow>({
  name: 'share_quota',
  columns: { day: text(10, { primary: true }), who: text(80, { primary: true }), mails: count() },
})
