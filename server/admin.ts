/** `npm run admin`: appoints admins from the command line, while servers may be running. */
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import { StrandError } from '#http/errors.ts'
import { standardOutput } from '#http/log-output.ts'
import type { Config } from './config.ts'
import { createAdmins, type Admins, type NamedMember } from './features/moderation/admins.ts'

export { loadConfig } from './config.ts'

export const usage = `Usage:
  npm run admin -- grant EMAIL     makes a member an admin
  npm run admin -- revoke EMAIL    takes the role away; the last admin keeps it
  npm run admin -- list            shows all admins
A user id may be given instead of an e-mail address.`

const nameOf = ({ name, uid, email }: NamedMember): string => `${name} (${uid}${email === null ? '' : `, ${email}`})`

/** Executes a command and returns the text to print. */
async function execute(admins: Admins, [command, who]: readonly string[]): Promise<string> {
  if (command === 'list') return (await admins.list()).map(nameOf).join('\n') || 'There is no admin.'
  if (command === 'grant') return `${nameOf(await admins.grant(who!))} is an admin.`
  return `${nameOf(await admins.revoke(who!))} is not an admin.`
}

const isUsable = ([command, who, ...rest]: readonly string[]): boolean =>
  rest.length === 0 && (command === 'list' ? who === undefined : (command === 'grant' || command === 'revoke') && Boolean(who))

/**
 * `ok`: whether the command succeeded; `text`: one line, or the list of admins.
 * Throws `StartupError` if the database cannot be opened.
 */
export async function runAdminCommand(config: Config, args: readonly string[]): Promise<{ ok: boolean; text: string }> {
  if (!isUsable(args)) return { ok: false, text: usage }
  const db = await openDatabase(config)
  try {
    await migrate(db)
    return { ok: true, text: await execute(createAdmins(db), args) }
  } catch (error) {
    if (!(error instanceof StrandError)) throw error
    return { ok: false, text: error.code === 'not_found' ? `There is no member ${args[1]}.` : error.message }
  } finally {
    await closeDatabase(db)
    await standardOutput().flush()
  }
}
