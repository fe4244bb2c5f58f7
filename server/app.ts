import compression from 'compression'
import express, { Router, type Express } from 'express'
import type { Config } from './config.ts'
import { SearchUnavailable } from '#search/port.ts'
import { outageOf } from '#db/outage.ts'
import { runTraced } from '#db/trace.ts'
import { isOrphan } from '#db/transaction.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { analyticsRoutes } from './features/analytics/routes.ts'
import { beadRoutes } from './features/beads/routes.ts'
import { commentRoutes } from './features/comments/routes.ts'
import { pictureFiles } from './features/images/routes.ts'
import { imageSearchRoutes } from './features/imagesearch/routes.ts'
import { mediaSearchRoutes } from './features/mediasearch/routes.ts'
import { syndicationRoutes } from './features/syndication/routes.ts'
import { mailRoutes } from './features/mail/routes.ts'
import { feedRoutes } from './features/feed/routes.ts'
import { mediaRoutes } from './features/media/routes.ts'
import { noticeRoutes } from './features/notices/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { operationRoutes } from './features/operations/routes.ts'
import { networkPages, networkRoutes } from './features/oauth/routes.ts'
import { widgetPages } from './features/pages/embed/routes.ts'
import type { LoadRenderer } from './features/pages/rendering.ts'
import { pages } from './features/pages/routes.ts'
import { televisionPages } from './features/pages/television.ts'
import { collectionRoutes } from './features/collection/routes.ts'
import { lookupRoutes } from './features/search/routes.ts'
import { postRoutes } from './features/posts/routes.ts'
import { playlistHealthRoutes } from './features/health/routes.ts'
import { repairRoutes } from './features/repair/routes.ts'
import { pushRoutes } from './features/push/routes.ts'
import { memberAdministrationRoutes } from './features/members/routes.ts'
import { moderationRoutes } from './features/moderation/routes.ts'
import { socialRoutes } from './features/social/routes.ts'
import { siteRoutes } from './features/site/routes.ts'
import { shareRoutes } from './features/share/routes.ts'
import { transferRoutes } from './features/importExport/routes.ts'
import { createBuild, nameBuild } from '#http/build.ts'
import { castOrigin } from '#http/cast.ts'
import { errorHandler, notFound } from '#http/errors.ts'
import { healthRoute } from '#http/health.ts'
import { generalLimiter } from '#http/limits.ts'
import { requestLog } from '#http/log.ts'
import { createMount } from '#http/mount.ts'
import { openApiRoute } from '#http/openapi.ts'
import { measureRequests } from '#http/requestMetrics.ts'
import { requestId, securityHeaders } from '#http/security.ts'
import { mediaFiles, webFiles } from '#http/static.ts'
import { ObjectStoreUnavailable } from '#objects/store.ts'
import type { Services } from './services.ts'

/** Why something that the server depends on is unavailable; null for every other error. */
function reasonOf(error: unknown): string | null {
  if (error instanceof SearchUnavailable) return 'no search index is available'
  return error instanceof ObjectStoreUnavailable ? error.message : outageOf(error)
}

/**
 * The whole application as one request handler. The caller listens.
 * @param loadRenderer renders first screens on the server; by default only browsers render.
 */
export function createApp(services: Services, config: Config, loadRenderer: LoadRenderer = () => Promise.resolve(null)): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', config.trustProxy)

  const build = createBuild(config)
  if (services.metrics) app.use(measureRequests(services.metrics.observer))
  app.use(
    requestId,
    (request, _response, next) => runTraced(request.id, next),
    requestLog(services.log),
    securityHeaders(config),
    castOrigin(config),
    nameBuild(build),
  )
  // Before files and pages: API calls need none of their middleware.
  const api = Router()
  const mount = createMount(api, {
    config,
    limits: services.limits,
    identify: services.sessions.identify,
    siteState: services.states.current,
  })
  healthRoute(mount, services.health)
  openApiRoute(mount)
  siteRoutes(mount, services)
  noticeRoutes(mount, services)
  operationRoutes(mount, services)
  accountRoutes(mount, services, config)
  networkRoutes(mount, services)
  beadRoutes(mount, services)
  postRoutes(mount, services)
  repairRoutes(mount, services)
  collectionRoutes(mount, services)
  lookupRoutes(mount, services)
  shareRoutes(mount, services)
  commentRoutes(mount, services)
  socialRoutes(mount, services)
  moderationRoutes(mount, services)
  memberAdministrationRoutes(mount, services)
  playlistHealthRoutes(mount, services)
  mediaRoutes(mount, services)
  feedRoutes(mount, services)
  analyticsRoutes(mount, services)
  imageSearchRoutes(mount, services)
  mediaSearchRoutes(mount, services)
  syndicationRoutes(mount, services)
  transferRoutes(mount, services)
  notificationRoutes(mount, services)
  pushRoutes(mount, services)
  mailRoutes(mount, services)
  app.use(services.connect.watchSessions, api)

  app.use(mediaFiles(config), pictureFiles(services))
  app.use(compression())
  app.use(webFiles(config))
  app.use(generalLimiter(services.limits))
  app.use('/api', notFound)

  app.use(widgetPages(services, config))
  app.use(televisionPages(config))
  // For the pages below; endpoints and files do not get here.
  app.use(services.sessions.middleware)
  app.use(networkPages(services, config))
  app.use(pages(services, config, loadRenderer))

  app.use(notFound)
  app.use(
    errorHandler(services.log, {
      outageOf: reasonOf,
      isOrphan,
    }),
  )
  return app
}
