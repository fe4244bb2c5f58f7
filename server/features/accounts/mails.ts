/**
 * Mails with a key: to choose a new password and to confirm an e-mail address. The key is created when the mail is
 * sent, so that the event in the outbox contains no secret.
 */
import type { DataSource } from 'typeorm'
import type { Consumer } from '#outbox/outbox.ts'
import type { Mail, MailMessage } from '../mail/service.ts'
import { MemberEntity, type AccountKeyRow } from './entities.ts'
import { hashOf, makeKey } from './keys.ts'

type Words = (name: string, href: string) => Pick<MailMessage, 'subject' | 'text'>

const words: Record<AccountKeyRow['purpose'], Words> = {
  reset: (name, href) => ({
    subject: 'Choose a new password for Strand',
    text: `Hi ${name},

someone requested a new password for your account on Strand. If it was you, choose one here within the next hour:

${href}

If it was not you, ignore this mail: your password stays the same.`,
  }),
  verify: (name, href) => ({
    subject: 'Please confirm your e-mail address',
    text: `Hi ${name},

please confirm that this address belongs to your account on Strand:

${href}

If you have no account on Strand, someone mistyped their address. Please ignore this mail.`,
  }),
}

/** The link in the mail. The page reads the parameters and opens the matching dialog (A2.3). */
const hrefOf = (publicUrl: string, purpose: AccountKeyRow['purpose'], key: string, email: string): string => {
  const parameters = new URLSearchParams({ [purpose === 'reset' ? 'resetcode' : 'verifycode']: key, email })
  return `${publicUrl}/?${parameters.toString()}`
}

interface MailDeps {
  db: DataSource
  mail: Pick<Mail, 'send'>
  publicUrl: string
}

export function accountMails({ db, mail, publicUrl }: MailDeps): Consumer {
  async function send(uid: string, purpose: AccountKeyRow['purpose']): Promise<void> {
    const row = await db.getRepository(MemberEntity).findOneBy({ uid })
    // Since the event, the account was deleted or the address confirmed.
    if (!row?.email || (purpose === 'verify' && row.emailVerifiedDate !== null)) return
    const { email, name } = row
    const key = await makeKey(db, { uid, purpose, email })
    const message = words[purpose](name, hrefOf(publicUrl, purpose, key, email))
    await mail.send({ to: { name, address: email }, ...message, key: `${purpose} ${hashOf(key)}` })
  }

  return {
    name: 'accounts.mail',
    kinds: ['passwordResetAsked', 'emailVerificationAsked'],
    async send(fact) {
      if (fact.kind === 'passwordResetAsked') await send(fact.uid, 'reset')
      if (fact.kind === 'emailVerificationAsked') await send(fact.uid, 'verify')
    },
  }
}
