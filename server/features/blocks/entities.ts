import { EntitySchema } from 'typeorm'
import { instant, text, uid } from '#db/columns.ts'

/** `block` prevents contact and hides the other member everywhere, `mute` only hides them. */
export const blockOrMute = ['block', 'mute'] as const
export type BlockOrMute = (typeof blockOrMute)[number]

/**
 * A block or mute of `otherUid` by `uid`; there can be one of each. `member.hiddenCount` is the number of distinct
 * `otherUid`: if it is 0, as for most members, queries need not read this table.
 */
export interface BlockOrMuteRow {
  uid: string
  kind: BlockOrMute
  otherUid: string
  creationDate: string
}

export const BlockOrMuteEntity = new EntitySchema<BlockOrMuteRow>({
  name: 'block_or_mute',
  columns: { uid: uid({ primary: true }), kind: text(5, { primary: true }), otherUid: uid({ primary: true }), creationDate: instant() },
  indices: [
    { name: 'block_or_mute_recent', columns: ['uid', 'kind', 'creationDate', 'otherUid'] },
    { name: 'block_or_mute_of', columns: ['uid', 'otherUid', 'kind'] },
    { name: 'block_or_mute_other', columns: ['otherUid'] },
  ],
  foreignKeys: [
    { name: 'block_or_mute_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
    {
      name: 'block_or_mute_other_member',
      columnNames: ['otherUid'],
      target: 'member',
      referencedColumnNames: ['uid'],
      onDelete: 'CASCADE',
    },
  ],
})
