/** Compares the reads of admins on a large database with those on one of a tenth of its size (BY14, BZ6, M1). */
import { limits } from '#contract/limits.ts'
import { adminActions } from '#contract/rules.ts'
import { admins, type AdminSize } from './admin-rows.ts'
import { createChance } from './chance.ts'
import { scaleWorld, type ScaleWorld } from './scale-world.ts'
import type { Size } from './scale-rows.ts'
import { measureReads, pick, times, type Read, type WorldDatabase } from './scale.ts'

const fullSize: Size = { members: 50_000, beads: 100_000, posts: 300_000, relations: 300_000 }
const fullAdmin: AdminSize = { flags: 100_000, logRows: 1_000_000 }

async function readsOf({ column, signIn }: WorldDatabase, { rows }: ScaleWorld): Promise<[name: string, reads: Read[]][]> {
  const chance = createChance(9)
  const uids = Array.from({ length: admins }, (_, n) => rows.uid(n))
  const places = (
    await column(
      `SELECT "openedDate" || '~' || "targetId" FROM "review" WHERE "status" = 'open' ORDER BY "openedDate", "targetId" LIMIT 20000`,
    )
  ).filter((_place, n) => n % 97 === 0)
  const entries = pick(chance, await column('SELECT "id" FROM "admin_action" ORDER BY "id" DESC LIMIT 200000'), 40)
  const targets = pick(chance, await column('SELECT "targetId" FROM "admin_action" ORDER BY "id" DESC LIMIT 2000'), 40)
  const subjects = await column('SELECT DISTINCT "subjectUid" FROM "admin_action" WHERE "subjectUid" IS NOT NULL LIMIT 60')
  const members = pick(chance, await column('SELECT "uid" FROM "member" ORDER BY "creationDate" LIMIT 5000'), 40)
  const tags = await column('SELECT "name" FROM "tag" ORDER BY "followerCount" DESC LIMIT 20')
  await signIn([...uids, ...subjects])
  const reads = <T>(things: readonly T[], path: (thing: T) => string): Read[] =>
    things.map((thing, n) => ({ path: `/api/v0/${path(thing)}`, uid: uids[n % uids.length]! }))
  const once = (path: string): Read[] => reads([0], () => path)
  return [
    ['review queue', once('admin/review')],
    ['review queue, deep page', reads(places, (place) => `admin/review?after=${place}`)],
    ['log', once('admin/actions')],
    ['log, deep page', reads(entries, (id) => `admin/actions?before=${id}`)],
    ['log of an admin', reads(uids, (uid) => `admin/actions?by=${uid}`)],
    ['log of an action', reads(adminActions, (action) => `admin/actions?action=${action}`)],
    [
      'log of an admin and an action',
      reads(
        uids.flatMap((uid) => adminActions.map((action) => ({ uid, action }))),
        ({ uid, action }) => `admin/actions?by=${uid}&action=${action}`,
      ),
    ],
    ['log of a target', reads(targets, (id) => `admin/actions?target=${id}`)],
    ['log of a day', reads([10, 20, 28], (day) => `admin/actions?since=2026-05-${day}&until=2026-05-${day}`)],
    ['log of an admin, early days', reads(uids, (uid) => `admin/actions?by=${uid}&since=2025-02-01&until=2025-02-03`)],
    ['members, newest', once('admin/members')],
    ['members, suspended', once('admin/members?list=suspended')],
    ['members, admins', once('admin/members?list=admins')],
    ['members by e-mail', reads(members, (uid) => `admin/members?q=${uid}@`)],
    ['members by name', reads(members, (uid) => `admin/members?q=${uid}`)],
    ['members by tag', reads(tags, (tag) => `admin/members?q=${encodeURIComponent(`#${tag}`)}`)],
    ['a member', reads(members, (uid) => `admin/members/${uid}`)],
    ['system', once('admin/system')],
    ['history of a member', subjects.map((uid) => ({ path: `/api/v0/me/history?limit=${limits.page.history}`, uid }))],
  ]
}

/** @param factor of the full size: a smaller one while developing. */
export async function benchmarkAdmin(factor = 1): Promise<void> {
  const world = (name: string, share: number): Promise<ScaleWorld> => scaleWorld(name, times(fullSize, share), times(fullAdmin, share))
  await measureReads([await world('admin, a tenth', factor / 10), await world('admin, full size', factor)], readsOf)
}
