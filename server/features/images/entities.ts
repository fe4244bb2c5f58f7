import { EntitySchema } from 'typeorm'
import { instant, text } from '#db/columns.ts'

/** A deletion that waits for the object store: of the pictures whose names begin with `prefix`, made until `creationDate`. */
export interface PictureDeletionRow {
  prefix: string
  creationDate: string
}

export const PictureDeletionEntity = new EntitySchema<PictureDeletionRow>({
  name: 'picture_deletion',
  columns: { prefix: text(120, { primary: true }), creationDate: instant() },
})
