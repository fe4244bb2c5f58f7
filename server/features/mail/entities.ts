import { EntitySchema } from 'typeorm'
import { instant, text } from '#db/columns.ts'

/** A sent mail, so that a retry does not send it twice. */
export interface DeliveryRow {
  /** SHA-256 of the delivery's name, hex. */
  key: string
  sentDate: string
}

export const DeliveryEntity = new EntitySchema<DeliveryRow>({
  name: 'delivery',
  columns: { key: text(64, { primary: true }), sentDate: instant() },
  indices: [{ name: 'delivery_sent', columns: ['sentDate'] }],
})

/** An address whose owner refuses mails that members ask Strand to send (decision 28). */
export interface MailRefusalRow {
  /** SHA-256 of the lower-case address, hex: no plain list of addresses is stored. */
  addressHash: string
  creationDate: string
}

export const MailRefusalEntity = new EntitySchema<MailRefusalRow>({
  name: 'mail_refusal',
  columns: { addressHash: text(64, { primary: true }), creationDate: instant() },
})

/** One row. */
export interface SecretFingerprintRow {
  name: 'signing'
  /** A keyed hash of the secret of the server that started last, base64url. */
  fingerprint: string
  sinceDate: string
}

export const SecretFingerprintEntity = new EntitySchema<SecretFingerprintRow>({
  name: 'secret_fingerprint',
  columns: { name: text(7, { primary: true }), fingerprint: text(43), sinceDate: instant() },
})
