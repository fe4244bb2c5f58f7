import { addressOf } from '#http/limits.ts'
import type { Mount } from '#http/mount.ts'
import type { Shares } from './service.ts'

const isOn = (flag: string | undefined): boolean => flag === '1' || flag === 'true'

export function shareRoutes(mount: Mount, { shares }: { shares: Shares }): void {
  const kinds = [
    ['posts', 'post'],
    ['beads', 'bead'],
  ] as const
  for (const [folder, what] of kinds) {
    mount(`POST /api/v0/${folder}/:id/share`, async ({ params, body, actor, request }) => ({
      shared: true,
      shareCount: await shares.share(what, params.id, body, actor, addressOf(request)),
    }))
    for (const verb of ['GET', 'POST'] as const) {
      mount(`${verb} /api/v0/${folder}/:id/updatesharecount`, async ({ params, actor }) => ({
        count: await shares.recount(what, params.id, actor),
      }))
      mount(`${verb} /api/v0/${folder}/:id/autoshare`, ({ params, query, actor }) =>
        shares.offers(what, params.id, { tw: isOn(query.tw), fb: isOn(query.fb), picture: isOn(query.picture) }, actor),
      )
    }
  }
}
