import type { DataSource } from 'typeorm'
import { language, notificationPreferencesPath, type EmailPrefs } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import { escapeHtml } from '#http/markup.ts'
import type { Handler, Mount } from '#http/mount.ts'
import { transaction } from '#db/transaction.ts'
import { sql } from '#db/sql.ts'
import type { Accounts } from '../accounts/service.ts'
import { logAdminAction } from '../moderation/service.ts'
import { recipientOf } from './files.ts'
import { withoutKeys } from './mask.ts'
import { unsubscribePath, type Mail, type Unsubscribe } from './service.ts'

const page = (title: string, body: string): string => `<!doctype html>
<html lang="${language.lang}" dir="${language.dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · Strand</title></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>
`

const question = (token: string): string =>
  page(
    'Unsubscribe',
    `<p>Do you want to stop these mails?</p>\n<form method="post" action="${unsubscribePath}${escapeHtml(encodeURIComponent(token))}"><button>Unsubscribe</button></form>`,
  )

const done = (what: Unsubscribe): string =>
  page(
    'Unsubscribed',
    'uid' in what
      ? `<p>You will get no more of these mails. You can choose others in <a href="${notificationPreferencesPath}">your preferences</a>.</p>`
      : '<p>This address gets no more mails sent through Strand.</p>',
  )

interface MailRouteDeps {
  db: DataSource
  mail: Mail
  accounts: Pick<Accounts, 'setEmailPrefs'>
}

export function mailRoutes(mount: Mount, { db, mail, accounts }: MailRouteDeps): void {
  async function understood(token: string): Promise<Unsubscribe> {
    const what = await mail.understand(token)
    if (what === null) throw new StrandError('not_found')
    return what
  }

  /** A deleted member gets no mail anyway. */
  async function stopFor(uid: string, pref: keyof EmailPrefs): Promise<void> {
    await accounts.setEmailPrefs(uid, { [pref]: false }).catch((error: unknown) => {
      if (!(error instanceof StrandError && error.code === 'unauthenticated')) throw error
    })
  }

  mount('GET /api/v0/unsubscribe/:token', async ({ params }) => {
    await understood(params.token)
    return { body: question(params.token) }
  })

  const stop: Handler<'POST /api/v0/unsubscribe/:token'> = async ({ params }) => {
    const what = await understood(params.token)
    if ('uid' in what) await stopFor(what.uid, what.pref)
    else await mail.refuse(what.address)
    return { body: done(what) }
  }
  mount('POST /api/v0/unsubscribe/:token', stop)

  mount('GET /api/v0/admin/mail', async ({ query: { from, limit } }) => {
    const { results, total } = await mail.files(from, limit)
    return { results, next: from + results.length < total ? from + results.length : null, counts: { total } }
  })

  mount('GET /api/v0/admin/mail/:id', async ({ params: { id }, actor }) => {
    const content = await mail.file(id)
    if (content === null) throw new StrandError('not_found')
    const to = recipientOf(content)
    const [reader] = await sql<{ email: string | null }>(db, 'SELECT "email" FROM "member" WHERE "uid" = :uid', { uid: actor!.uid })
    const isOwn = reader?.email === to
    if (!isOwn)
      await transaction(db, (manager) =>
        logAdminAction(manager, { by: actor!.uid, action: 'mail.read', target: { kind: 'mail', id }, detail: { to } }),
      )
    return { body: isOwn ? content : withoutKeys(content), headers: { 'Content-Disposition': `attachment; filename="${id}.eml"` } }
  })
}
