import { EntitySchema } from 'typeorm'
import { instant, text } from '#db/columns.ts'

/** Records a sent mail, so that a retry does not send it again. */
export interface DeliveryRow {
  /** SHA-256 of the sender's key, hex. */
  key: string
  sentDate: string
}

export const DeliveryEntity = new EntitySchema<DeliveryRow>({
  name: 'delivery',
  columns: { key: text(64, { primary: true }), sentDate: instant() },
  indices: [{ name: 'delivery_sent', columns: ['sentDate'] }],
})

/** An address whose owner wants no mails sent by other people through Strand (decision 28). */
export interface MailRefusalRow {
  /** SHA-256 of the lower-case address, hex, so that refusals do not form a list of addresses. */
  addressHash: string
  creationDate: string
}

export const MailRefusalEntity = new EntitySchema<MailRefusalRow>({
  name: 'mail_refusal',
  columns: { addressHash: text(64, { primary: true }), creationDate: instant() },
})
