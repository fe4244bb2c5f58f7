import { EntitySchema } from 'typeorm'
import { instant, text } from '#db/columns.ts'

/** That something has left the house already, so that a second try does not send it twice. */
export interface DeliveryRow {
  /** SHA-256 of what the sender calls it, hex. */
  key: string
  sentDate: string
}

export const DeliveryEntity = new EntitySchema<DeliveryRow>({
  name: 'delivery',
  columns: { key: text(64, { primary: true }), sentDate: instant() },
  indices: [{ name: 'delivery_sent', columns: ['sentDate'] }],
})

/** An address whose owner wants no mail that others ask Strand to send (decision 28). */
export interface MailRefusalRow {
  /** SHA-256 of the address in lower case, hex: whoever asks to be left alone is not kept in a list of addresses. */
  addressHash: string
  creationDate: string
}

export const MailRefusalEntity = new EntitySchema<MailRefusalRow>({
  name: 'mail_refusal',
  columns: { addressHash: text(64, { primary: true }), creationDate: instant() },
})
