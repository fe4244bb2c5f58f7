import { EntitySchema } from 'typeorm'
import type { AnnouncementKind } from '#contract/rules.ts'
import { id, instant, longText, text } from '#db/columns.ts'

/** A text that every page shows at its top from `startDate` to `endDate`. */
export interface AnnouncementRow {
  id: string
  kind: AnnouncementKind
  text: string
  href: string | null
  startDate: string
  endDate: string
}

export const AnnouncementEntity = new EntitySchema<AnnouncementRow>({
  name: 'announcement',
  columns: {
    id: id({ primary: true }),
    kind: text(7),
    text: text(300),
    href: longText({ nullable: true }),
    startDate: instant(),
    endDate: instant(),
  },
  indices: [{ name: 'announcement_end', columns: ['endDate', 'id'] }],
})

/** Read-only mode, while an admin has switched it on: one row, so that concurrent admins cannot switch it on twice. */
export interface ReadOnlyRow {
  name: 'readOnly'
  reason: string
  sinceDate: string
}

export const ReadOnlyEntity = new EntitySchema<ReadOnlyRow>({
  name: 'read_only',
  columns: { name: text(8, { primary: true }), reason: text(300), sinceDate: instant() },
})
