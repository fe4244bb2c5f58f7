import { EntitySchema } from 'typeorm'
import { instant, text, uid } from '#db/columns.ts'

/** `block` prevents contact and hides the other member everywhere, `mute` only hides them. */
export const blockOrMute = ['block', 'mute'] as const
export type BlockOrMute = (typeof blockOrMute)[number]

/** A member whom `uid` blocks or mutes. `member.hiddenCount` counts these rows, so that most requests need not read them. */
export interface BlockOrMuteRow {
  uid: string
  kind: BlockOrMute
  otherUid: string
  creationDate: string
}

export const BlockOrMuteEntity = new EntitySchema<BlockOrMuteRow>({
  name: 'aversion',
  columns: { uid: uid({ primary: true }), kind: text(5, { primary: true }), otherUid: uid({ primary: true }), creationDate: instant() },
  indices: [
    { name: 'aversion_recent', columns: ['uid', 'kind', 'creationDate', 'otherUid'] },
    { name: 'aversion_of', columns: ['uid', 'otherUid', 'kind'] },
    { name: 'aversion_other', columns: ['otherUid'] },
  ],
  foreignKeys: [
    { name: 'aversion_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
    { name: 'aversion_other_member', columnNames: ['otherUid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
  ],
})
