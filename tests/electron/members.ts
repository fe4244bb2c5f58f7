/** Members who are signed in in the application. Its cookies are those of a server's session, so that the page makes the requests. */
import { freshEmail } from '../e2e/api.ts'
import type { Page } from './application.ts'

/** Signs up a new member in the page, and loads it again. Returns the member's uid. */
export async function signUpIn(page: Page, name: string): Promise<string> {
  const member = { name, email: freshEmail(), password: 'correct horse' }
  const uid = await page.evaluate(async (body) => {
    const headers = { 'Content-Type': 'application/json', 'X-Strand-Request': '1' }
    const response = await fetch('/api/v0/auth/signup', { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`Sign-up failed with status ${response.status}: ${await response.text()}`)
    return ((await response.json()) as { uid: string }).uid
  }, member)
  await page.reload()
  return uid
}

/** The uid of the member who is signed in in the page; null for a visitor. */
export const memberIn = (page: Page): Promise<string | null> =>
  page.evaluate(async () => {
    const response = await fetch('/api/v0/me')
    return response.ok ? ((await response.json()) as { uid: string }).uid : null
  })
