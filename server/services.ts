/** The composition root: creates every service from its dependencies. */
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import { createBackground } from './background.ts'
import type { Config } from './config.ts'
import { databaseKind } from '#db/data-source.ts'
import { createPing } from '#db/ping.ts'
import { createRateLimitStore } from '#db/rateLimits.ts'
import { slowQueriesOf } from '#db/slowQueries.ts'
import { traceOfLog } from '#db/trace.ts'
import { houseTitles } from './demo/playlists/house.ts'
import { demoSkins } from './demo/playlists/partners.ts'
import { createCasting, type Casting } from './features/accounts/cast.ts'
import { createExports, type Exports } from './features/accounts/export.ts'
import { createDevices, type Devices } from './features/accounts/devices.ts'
import { createProfilePictures, type ProfilePictures } from './features/accounts/pictures.ts'
import { createRemoval, type Removal } from './features/accounts/removal.ts'
import { createAccounts, type Accounts } from './features/accounts/service.ts'
import { createMemberSessions, createSessionStore, type MemberSessions } from './features/accounts/sessions.ts'
import { createTelevisions, type Televisions } from './features/accounts/tv.ts'
import { createAnalytics, type Analytics } from './features/analytics/service.ts'
import { createBeads, type Beads } from './features/beads/service.ts'
import { createConnect, type Connect } from './features/connect/service.ts'
import { createComments, type Comments } from './features/comments/service.ts'
import { createFeed, type Feed } from './features/feed/service.ts'
import { createFewer, createSuggestions, type Fewer, type Suggestions } from './features/suggestions/service.ts'
import { createImages, type Images } from './features/images/service.ts'
import { createImageSearch, type ImageSearch } from './features/imagesearch/service.ts'
import { createSyndication, type Syndication } from './features/syndication/service.ts'
import { createMediaSearch, type MediaSearch } from './features/mediasearch/service.ts'
import { createMail, signingSecret, type Mail } from './features/mail/service.ts'
import { createDigests } from './features/digests/service.ts'
import { clipCatalogue } from './features/media/own-files.ts'
import { createSafeFetch, type SafeFetch } from './features/media/safe-fetch.ts'
import { createMedia, type MediaService } from './features/media/service.ts'
import { createFirstFollows, type FirstFollows } from './features/oauth/first-follows.ts'
import { createProviders } from './features/oauth/clients.ts'
import { createNetworks, type Networks } from './features/oauth/service.ts'
import { createLookups, type Lookups } from './features/search/service.ts'
import { createMetrics, createOperations, type Figures, type Metrics, type Operations } from './features/operations/service.ts'
import { createPartners, createSkins, partnersFrom, type Partners } from './features/partner/service.ts'
import { createPosts, createTexts, type Posts, type Texts } from './features/posts/service.ts'
import { createNotices, createSiteStates, type Notices, type SiteStates } from './features/notices/service.ts'
import { createNotifications, type Notifications } from './features/notifications/service.ts'
import { createRepairs, type Repairs } from './features/repair/service.ts'
import { createPush, createPushTransport, type Push, type PushTransport } from './features/push/service.ts'
import type { Scheduler } from './features/scheduler/service.ts'
import { createMemberAdministration, type MemberAdministration } from './features/members/service.ts'
import { createFirstAdmin, type FirstAdmin } from './features/moderation/admins.ts'
import { createModeration, type Moderation } from './features/moderation/moderation.ts'
import { createSocial, type Social } from './features/social/service.ts'
import { createShareCounter } from './features/share/networks.ts'
import { createSite, type SiteFacts } from './features/site/service.ts'
import { createShares, type Shares } from './features/share/service.ts'
import { createTransfer, type Transfer } from './features/importExport/service.ts'
import type { Health } from '#http/health.ts'
import { createLimits, type Limits } from '#http/limits.ts'
import { createLog } from '#http/log.ts'
import { createSessions, type Sessions } from '#http/session.ts'
import { createObjectStore, type ObjectStore } from '#objects/store.ts'
import type { Outbox } from '#outbox/outbox.ts'
import { createSearchEngine, type SearchEngine } from './search.ts'

export interface Services {
  db: DataSource
  log: Logger
  limits: Limits
  sessions: Sessions
  health: Health
  /** Lets load balancers send no further requests to this server. */
  drain(): void
  connect: Connect
  accounts: Accounts
  devices: Devices
  memberSessions: MemberSessions
  profilePictures: ProfilePictures
  casting: Casting
  televisions: Televisions
  exports: Exports
  removal: Removal
  networks: Networks
  /** Follows the playlist or member that a new member chose before signing up. */
  firstFollows: FirstFollows
  mail: Mail
  media: MediaService
  imageSearch: ImageSearch
  mediaSearch: MediaSearch
  syndication: Syndication
  transfer: Transfer
  /** Where pictures are stored. */
  objects: ObjectStore
  images: Images
  beads: Beads
  posts: Posts
  /** Dead links and their replacements. */
  repairs: Repairs
  texts: Texts
  partners: Partners
  lookups: Lookups
  search: SearchEngine
  shares: Shares
  comments: Comments
  social: Social
  moderation: Moderation
  /** Members on the admin page. */
  memberAdministration: MemberAdministration
  /** The member whom the operator names as first admin. */
  firstAdmin: FirstAdmin
  feed: Feed
  /** Feed sources that a member down-ranked ("Fewer like this"). */
  fewer: Fewer
  suggestions: Suggestions
  analytics: Analytics
  outbox: Outbox
  scheduler: Scheduler
  site: SiteFacts
  /** Read-only mode and the current announcements. */
  states: SiteStates
  notices: Notices
  /** The state of this server, for admins. */
  operations: Operations
  /** Null unless the operator wants them. */
  metrics: Metrics | null
  notifications: Notifications
  push: Push
}

function createHealth(db: DataSource, search: SearchEngine, { store, disk }: Figures): Pick<Services, 'health' | 'drain'> {
  let isDraining = false
  return {
    health: {
      database: databaseKind(db),
      ping: createPing(db),
      pingSearch: search.ping,
      // SQLite has one server: without it, there would be no site at all.
      isWaitingForSearch: async () => databaseKind(db) === 'postgres' && (await search.isStarting()),
      searchLag: search.lag,
      hasUploads: async () => (await store.read()).error === null,
      freeBytes: async () => (await disk.read()).freeBytes,
      isDiskWritable: async () => (await disk.read()).isWritable,
      isDraining: () => isDraining,
    },
    drain: () => void (isDraining = true),
  }
}

/** The services that every request needs. */
function createBase(db: DataSource, config: Config) {
  const log = createLog(config, undefined, traceOfLog)
  slowQueriesOf(db)?.observe((query) => log.warn(query, 'a statement was slow'))
  const limits = createLimits({ enabled: config.rateLimits, store: createRateLimitStore(db, log) })
  const states = createSiteStates({ db, log, readOnly: config.readOnly })
  const notices = createNotices({ db, states, readOnly: config.readOnly })
  const casting = createCasting(db)
  const devices = createDevices({ db, secret: signingSecret(config), secure: config.secure })
  const sessions = createSessions(
    {
      store: createSessionStore(db),
      castTokens: casting,
      remember: devices.remember,
      isReadOnlyFor: async (actor) => (await states.current()).refusalFor(actor) !== null,
    },
    config,
  )
  const connect = createConnect({ db, sessions, limits, config, ...(!config.rateLimits && { socketLimits: { sockets: Infinity } }) })
  return { log, limits, states, notices, casting, devices, sessions, connect }
}

/** The services that fetch from other sites, and the store of uploads. */
function createExternal(db: DataSource, config: Config, log: Logger, fetcher: SafeFetch) {
  const objects = createObjectStore(config)
  return {
    objects,
    media: createMedia({ db, log, publicUrl: config.publicUrl, fetcher, ownFiles: clipCatalogue(config.root) }),
    images: createImages({ db, log, objects, fetcher }),
    imageSearch: createImageSearch({ log, fetcher, keys: config.imageKeys }),
    mediaSearch: createMediaSearch({ log, fetcher, caller: createSafeFetch, keys: config.mediaKeys }),
  }
}

type AdministrationDeps = Pick<
  Services,
  'db' | 'log' | 'connect' | 'accounts' | 'beads' | 'posts' | 'comments' | 'partners' | 'lookups' | 'search'
>

/** The services of admins. */
function createAdministration(deps: AdministrationDeps, { firstAdmin }: Config) {
  const { db, log, connect, search } = deps
  return {
    moderation: createModeration(deps),
    memberAdministration: createMemberAdministration({ ...deps, index: search, disconnect: connect.disconnect }),
    firstAdmin: createFirstAdmin({ db, log, email: firstAdmin }),
  }
}

/**
 * @param fetcher the client for requests to other servers; tests pass a stub.
 * @param pushTransport the client for push services.
 */
export function createServices(
  db: DataSource,
  config: Config,
  fetcher: SafeFetch = createSafeFetch(),
  pushTransport: PushTransport = createPushTransport(),
): Services {
  const base = createBase(db, config)
  const { log, limits, states, devices, connect } = base
  const { publicUrl, readOnly } = config
  const accounts = createAccounts({ db, limits, devices, minPassword: config.minPassword })
  const mail = createMail({ db, log, config })
  const external = createExternal(db, config, log, fetcher)
  const { media, objects, images, imageSearch, mediaSearch } = external
  const memberSessions = createMemberSessions(db)
  const profilePictures = createProfilePictures({ db, images })
  const televisions = createTelevisions({ db, publicUrl })
  const networks = createNetworks({
    db,
    log,
    publicUrl,
    isReadOnly: async () => (await states.current()).readOnly,
    providers: createProviders(config.networks, createSafeFetch),
  })
  const beads = createBeads({ db, images, readOnly, host: new URL(publicUrl).host, isFound: imageSearch.answered })
  const texts = createTexts({ db, publicUrl })
  const partnerList = partnersFrom(config.partners)
  const partners = createPartners({ db, partners: partnerList })
  const skins = createSkins(config.partnerSkins ?? (config.demo ? demoSkins : []), partnerList)
  const site = createSite({ db, config, networks, skins, states, house: config.demo ? { uid: 'strand', titles: houseTitles } : null })
  const posts = createPosts({ db, beads, media, images, texts, partners, publicUrl, secret: config.secret })
  const repairs = createRepairs({ db, log, posts, media, mediaSearch, images })
  const search = createSearchEngine({ db, log, config })
  const lookups = createLookups({ db, accounts, beads, posts, index: search, reportStale: search.recheck })
  const shares = createShares({
    db,
    beads,
    posts,
    publicUrl,
    staff: config.staff,
    counter: createShareCounter({ log, fetcher, keys: config.shareKeys }),
  })
  const social = createSocial({ db, beads })
  const firstFollows = createFirstFollows({ accounts, follows: social.follows, log })
  const comments = createComments({ db, beads, texts })
  const administration = createAdministration({ db, log, connect, accounts, beads, posts, comments, partners, lookups, search }, config)
  const syndication = createSyndication({ accounts, beads, posts, images, publicUrl })
  const transfer = createTransfer({ log, beads, posts, media, publicUrl })
  const push = createPush({ db, log, config, deliveries: mail.deliveries, transport: pushTransport })
  const notifications = createNotifications({ db, log, accounts, mail, push, publicUrl })
  const digests = createDigests({ db, mail, publicUrl })
  const fewer = createFewer({ db })
  const suggestions = createSuggestions({ db, beads, fewer })
  const feed = createFeed({ db, posts, beads, comments, suggestions, fewer })
  const analytics = createAnalytics({ db })
  const removal = createRemoval({ db, limits, devices, beads, images, mail })
  const exports = createExports({ db, images, beads, transfer })
  const { outbox, scheduler } = createBackground({
    config,
    db,
    log,
    mail,
    search,
    images,
    repairs,
    feed,
    analytics,
    removal,
    notifications,
    digests,
    ...administration,
  })
  const operations = createOperations({ db, config, limits, mail, search, scheduler, objects })
  const { health, drain } = createHealth(db, search, operations.figures)
  const { isDraining } = health
  const about = { version: operations.version, database: databaseKind(db) }
  const measured = { db, figures: operations.figures, limits, mail, push, connect, isDraining, about }
  return {
    db,
    ...base,
    health,
    drain,
    accounts,
    memberSessions,
    profilePictures,
    televisions,
    exports,
    removal,
    networks,
    firstFollows,
    mail,
    ...external,
    syndication,
    transfer,
    beads,
    posts,
    repairs,
    texts,
    partners,
    lookups,
    search,
    shares,
    comments,
    social,
    ...administration,
    feed,
    fewer,
    suggestions,
    analytics,
    outbox,
    scheduler,
    operations,
    metrics: config.metrics && createMetrics(measured),
    notifications,
    push,
    site,
  }
}
