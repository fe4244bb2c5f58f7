/** Every screen with its account and the steps that show it, for axe, widths and screenshots. */
import type { APIRequestContext, Page as BrowserPage } from '@playwright/test'
import type { Bead, Page } from '#contract/index.ts'
import { asyncHeader, beadTitled, postsOf, showcase, signUp } from './api.ts'
import { roomsTitle } from './demo.ts'
import * as edit from './screens-openers-editing.ts'
import { healthScreens } from './screens-openers-health.ts'
import * as open from './screens-openers.ts'
import * as step from './screens-steps.ts'

export interface ScreenShown {
  /** Also the name of the screenshot file. */
  name: string
  /** `:me` is replaced by the uid of the viewer. */
  path: string
  /** A visitor, a member of the demo data by uid, or a new member without any activity. */
  as: Eye
  /** The steps that show the screen, and wait until it is shown. */
  open?: step.Open
  /** Only in a wide or only in a narrow window, or only on a television. */
  at?: 'wide' | 'narrow' | 'tv'
  /** With the welcome notices. */
  unwelcomed?: true
}

export const eyes = ['visitor', 'demo', 'admin', 'newcomer'] as const
export type Eye = (typeof eyes)[number]

/** Signs in and returns the account. */
export async function enter(request: APIRequestContext, as: Eye): Promise<string> {
  if (as === 'visitor') return ''
  if (as === 'newcomer') return (await signUp(request, 'Nell Newcomer')).uid
  const response = await request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: as, password: 'strand' } })
  if (!response.ok()) throw new Error(`${as} cannot log in: ${await response.text()}`)
  return as
}

/** Opens a screen; `me` is the uid of the viewer. Clears the storage, so that queue and Cast session of an earlier screen are not restored. */
export async function show(page: BrowserPage, screen: ScreenShown, me: string): Promise<void> {
  await page.addInitScript(() => {
    localStorage.clear()
    sessionStorage.removeItem('cast-session')
  })
  // An earlier screen may have signed someone in.
  if (screen.as === 'visitor') await page.context().clearCookies({ name: 'strand_session' })
  await page.goto(screen.path.replace(':me', me))
  // A modal dialog hides the heading from the accessibility tree, and may open before the first look at it.
  const heading = page.getByRole('heading', { level: 1 })
  await heading.or(page.getByRole('dialog')).first().waitFor({ timeout: 15_000 })
  // Notices appear after the first interaction.
  await step.touch(page)
  await screen.open?.(page)
}

/** The steps that lead from one screen to another; null if the other does not begin with all steps of the first. */
export function stepsBetween(from: ScreenShown, to: ScreenShown): readonly step.Open[] | null {
  const isSamePage = (['path', 'as', 'at', 'unwelcomed'] as const).every((key) => from[key] === to[key])
  const [first, all] = [step.stepsOf(from.open), step.stepsOf(to.open)]
  return isSamePage && first.length < all.length && first.every((one, n) => one === all[n]) ? all.slice(first.length) : null
}

/** Orders screens so that as many as possible follow one that they can be reached from. Otherwise the order stays. */
export function inReachableOrder(screens: readonly ScreenShown[]): ScreenShown[] {
  const left = [...screens].sort((a, b) => step.stepsOf(a.open).length - step.stepsOf(b.open).length)
  const chains: ScreenShown[][] = []
  for (let start = left.shift(); start; start = left.shift()) {
    const chain = [start]
    for (let n = 0; n < left.length;) {
      if (stepsBetween(chain.at(-1)!, left[n]!)) chain.push(...left.splice(n, 1))
      else n += 1
    }
    chains.push(chain)
  }
  const first = (chain: ScreenShown[]) => Math.min(...chain.map((screen) => screens.indexOf(screen)))
  return chains.sort((a, b) => first(a) - first(b)).flat()
}

/** Playlists of the demo member: an own one, a followed one and a draft. */
async function beadsOfDemo(request: APIRequestContext): Promise<Record<'own' | 'followed' | 'draft', string>> {
  await enter(request, 'demo')
  const ask = async (query: string) => ((await (await request.get(`/api/v0/beads?${query}&limit=100`)).json()) as Page<Bead>).results
  const own = await ask('createdby=demo')
  const followed = await ask('sort=recent&followedby=demo')
  await request.get('/logout', { headers: asyncHeader })
  return {
    own: own.find(({ isDraft }) => !isDraft)!.href,
    followed: followed.find(({ creator }) => creator.uid !== 'demo')!.href,
    draft: own.find(({ isDraft }) => isDraft)!.href,
  }
}

const quickPost = `/bookmarklet/post?${new URLSearchParams({
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  title: 'A film about rivers - YouTube',
  text: 'What the water carries, it also leaves behind.',
})}`

export async function screensOf(request: APIRequestContext): Promise<ScreenShown[]> {
  const bead = await showcase(request)
  const [post] = await postsOf(request, bead.id, 'earliest')
  const demo = await beadsOfDemo(request)
  const ownPost = (await postsOf(request, demo.own.slice(1), 'earliest')).find(({ creator }) => creator.uid === 'demo')
  const maker = bead.creator.uid
  const widget = `/embed/${(await beadTitled(request, 'Shapes and sounds')).id}`
  const partnerBead = await beadTitled(request, 'What can you film in one minute?')
  return [
    // Discover, playlists and posts
    { name: 'discover', path: '/', as: 'visitor' },
    { name: 'discover-member', path: '/', as: 'demo' },
    { name: 'category', path: '/music', as: 'visitor' },
    { name: 'playlist', path: bead.href, as: 'visitor' },
    { name: 'playlist-own', path: demo.own, as: 'demo' },
    { name: 'playlist-followed', path: demo.followed, as: 'demo', open: open.superfollowed },
    { name: 'playlist-menu', path: demo.own, as: 'demo', open: open.playlistMenu },
    {
      name: 'playlist-order',
      path: demo.own,
      as: 'demo',
      open: step.sequence(step.press('Change the order'), (page) =>
        page.getByRole('list', { name: 'Posts in their order' }).getByRole('listitem').first().waitFor(),
      ),
    },
    { name: 'playlist-related', path: bead.href, as: 'visitor', open: open.related },
    { name: 'playlist-followers', path: `${bead.href}/followers`, as: 'visitor' },
    { name: 'tag-followers', path: '/tag/Jazz/followers', as: 'visitor' },
    { name: 'draft', path: demo.draft, as: 'demo' },
    { name: 'draft-hidden', path: demo.draft, as: 'visitor' },
    { name: 'export', path: bead.href, as: 'visitor', open: open.fromPlaylistMenu('Export…', 'Export this playlist') },
    { name: 'playlist-link', path: bead.href, as: 'visitor', open: open.linkByHand },
    { name: 'embed', path: bead.href, as: 'visitor', open: open.embed },
    {
      name: 'embed-pop-up',
      path: bead.href,
      as: 'visitor',
      open: step.sequence(open.embed, (page) => page.getByRole('radio', { name: 'Pop-up' }).check()),
    },
    {
      name: 'embed-script',
      path: bead.href,
      as: 'visitor',
      open: step.sequence(
        open.embed,
        (page) => page.getByRole('radio', { name: 'Script' }).check(),
        (page) => page.getByRole('checkbox', { name: 'Use my own colour' }).check(),
      ),
    },
    { name: 'widget', path: widget, as: 'visitor' },
    { name: 'widget-player', path: `${widget}?theme=dark&accent=2b8a3e`, as: 'visitor', open: open.widgetPlayer },
    { name: 'widget-partner', path: `/embed/${partnerBead.id}`, as: 'visitor' },
    { name: 'followers-dialog', path: bead.href, as: 'demo', open: open.fromPlaylistMenu('Followers') },
    { name: 'contributors', path: demo.draft, as: 'demo', open: open.fromPlaylistMenu('Contributors') },
    { name: 'invite', path: demo.draft, as: 'demo', open: open.invite },
    { name: 'publish', path: demo.draft, as: 'demo', open: step.sequence(step.press('Publish'), step.seeDialog('Publish this playlist?')) },
    { name: 'import', path: demo.own, as: 'demo', open: open.fromPlaylistMenu('Import…', 'Import into this playlist') },
    { name: 'import-preview', path: demo.own, as: 'demo', open: edit.importPreview },
    { name: 'import-report', path: demo.own, as: 'demo', open: edit.importReport },
    { name: 'import-new', path: '/music', as: 'demo', open: edit.importNew },
    { name: 'playlist-settings', path: bead.href, as: 'admin', open: open.fromPlaylistMenu('Settings', 'Playlist settings') },
    {
      name: 'share-with-followers',
      path: bead.href,
      as: 'demo',
      open: step.sequence(open.fromPostMenu('Share with followers'), step.seeHeading('Choose From Followers')),
    },
    { name: 'gallery', path: bead.href, as: 'visitor', open: open.gallery },
    { name: 'gallery-details', path: bead.href, as: 'visitor', open: step.sequence(open.gallery, open.galleryDetails) },
    { name: 'share-menu', path: bead.href, as: 'admin', open: open.shareMenu },
    { name: 'share-by-mail', path: bead.href, as: 'visitor', open: open.shareByMail },
    {
      name: 'share-by-mail-errors',
      path: bead.href,
      as: 'visitor',
      open: step.sequence(open.shareByMail, step.pressInDialog('Share'), (page) =>
        page.getByRole('dialog').locator('[aria-invalid=true]').waitFor(),
      ),
    },
    { name: 'share-by-mail-draft', path: bead.href, as: 'visitor', open: open.shareDraft },
    {
      name: 'share-by-mail-admin',
      path: bead.href,
      as: 'admin',
      open: step.sequence(open.shareByMail, step.seeHeading('Choose From Followers')),
    },
    {
      name: 'share-picture',
      path: bead.href,
      as: 'admin',
      open: step.sequence(open.shareMenu, step.choose('Tweet the picture…'), step.seeDialog('Tweet the picture')),
    },
    { name: 'post', path: `/${post!.href}`, as: 'visitor' },
    { name: 'post-menu', path: bead.href, as: 'demo', open: open.postMenu },
    {
      name: 'post-collectors',
      path: bead.href,
      as: 'visitor',
      open: step.sequence(open.fromPostMenu('Collectors'), (page) => page.getByRole('dialog').getByRole('link').first().waitFor()),
    },
    { name: 'post-flag', path: bead.href, as: 'demo', open: open.fromPostMenu('Flag post') },
    { name: 'comments', path: bead.href, as: 'demo', open: open.talk },
    { name: 'comments-visitor', path: bead.href, as: 'visitor', open: open.talk },
    {
      name: 'comment-edit',
      path: bead.href,
      as: 'demo',
      open: step.sequence(open.ofOwnComment('Edit comment'), (page) => page.getByRole('button', { name: 'Modify' }).waitFor()),
    },
    { name: 'comment-deletion', path: bead.href, as: 'demo', open: step.sequence(open.ofOwnComment('Delete comment'), step.seeDialog()) },
    { name: 'comment-likers', path: bead.href, as: 'visitor', open: open.likers },
    { name: 'post-edit', path: demo.draft, as: 'demo', open: open.fromPostMenu('Edit post') },
    { name: 'post-dead', path: bead.href, as: 'demo', open: edit.deadPost },
    { name: 'post-repair', path: bead.href, as: 'demo', open: edit.repairDialog },
    { name: 'post-deletion', path: demo.draft, as: 'demo', open: open.fromPostMenu('Delete post') },
    { name: 'creator', path: '/music', as: 'demo', open: edit.creator },
    { name: 'add-post', path: demo.own, as: 'demo', open: edit.wizard },
    { name: 'creator-refused', path: '/music', as: 'demo', open: edit.creatorRefused },
    { name: 'creator-pictures', path: '/music', as: 'demo', open: edit.creatorPictures },
    { name: 'creator-crop', path: '/music', as: 'demo', open: edit.creatorCrop },
    {
      name: 'creator-basic',
      path: '/p/demo',
      as: 'demo',
      open: step.sequence(step.press('Start a new Playlist'), (page) =>
        page.getByRole('textbox', { name: 'Start a new Playlist' }).waitFor(),
      ),
    },
    { name: 'playlist-edit', path: demo.own, as: 'demo', open: open.fromPlaylistMenu('Edit playlist', 'Edit playlist') },
    { name: 'add-post-link', path: demo.own, as: 'demo', open: edit.linkAdded },
    { name: 'add-post-search', path: demo.own, as: 'demo', open: edit.wizardSearch },
    { name: 'add-post-picture', path: demo.own, as: 'demo', open: edit.wizardPicture },
    { name: 'add-post-info', path: demo.own, as: 'demo', open: edit.wizardInfo },
    { name: 'add-post-write', path: demo.own, as: 'demo', open: edit.wizardWrite },
    { name: 'add-post-preview', path: demo.own, as: 'demo', open: edit.wizardPreview },
    { name: 'add-post-links', path: demo.own, as: 'demo', open: edit.wizardBulk },
    { name: 'repost', path: bead.href, as: 'demo', open: edit.wizardPicker },
    { name: 'repost-new-playlist', path: bead.href, as: 'demo', open: edit.wizardNewPlaylist },
    {
      name: 'challenge',
      path: partnerBead.href,
      as: 'demo',
      open: edit.wizardChallenge,
    },

    // Quick posts
    { name: 'quick-post', path: quickPost, as: 'demo', open: step.seeDialog('Add a post') },
    { name: 'quick-post-closed', path: quickPost, as: 'demo', open: open.closedQuickPost },
    { name: 'quick-post-visitor', path: quickPost, as: 'visitor', open: step.seeDialog() },
    { name: 'quick-post-nothing', path: '/bookmarklet/post', as: 'demo' },
    { name: 'quick-posted', path: `/bookmarklet/post/${ownPost!.id}`, as: 'demo' },

    // The player and the queue
    { name: 'player-bar', path: '/', as: 'visitor', open: open.player },
    { name: 'player-maximised', path: '/', as: 'visitor', open: step.sequence(open.player, open.pressInPlayer('Maximise')) },
    { name: 'devices', path: '/', as: 'demo', open: step.sequence(open.player, open.pressInPlayer('Devices'), step.seeDialog('Devices')) },
    { name: 'queue', path: '/', as: 'visitor', open: step.sequence(open.player, open.pressInPlayer('Queue'), step.seeDialog('Queue')) },

    // Search
    { name: 'search', path: '/search?q=piano', as: 'visitor' },
    { name: 'search-dropdown', path: '/music', as: 'visitor', open: open.searchFor('pia') },
    { name: 'search-playlists', path: '/search/beads?q=song', as: 'visitor' },
    { name: 'search-members', path: '/search/members?q=a', as: 'visitor' },
    { name: 'search-posts', path: '/search/posts?q=piano', as: 'visitor' },
    { name: 'search-web', path: '/search/web?q=a', as: 'visitor' },
    { name: 'search-own', path: '/search?q=a&collection=1', as: 'demo' },
    { name: 'search-nothing', path: '/search?q=zzzqqqxxx', as: 'visitor' },
    { name: 'tag', path: `/tag/${bead.tags[0]}`, as: 'visitor' },

    // People
    { name: 'member', path: `/p/${maker}`, as: 'visitor' },
    { name: 'member-followed', path: `/p/${maker}`, as: 'demo' },
    { name: 'member-not-found', path: '/p/missing.member', as: 'visitor' },
    { name: 'member-followers', path: `/p/${maker}/followers`, as: 'visitor' },
    { name: 'followed-playlists', path: `/p/${maker}/following`, as: 'visitor' },
    { name: 'followed-tags', path: `/p/${maker}/following/tags`, as: 'visitor' },
    { name: 'posts-of-a-member', path: `/p/${maker}/posts/created`, as: 'visitor' },
    { name: 'own-profile', path: '/p/demo', as: 'demo' },
    { name: 'own-profile-empty', path: '/p/:me', as: 'newcomer' },
    {
      name: 'profile-settings',
      path: '/p/demo',
      as: 'demo',
      open: step.sequence(step.press('Settings'), (page) => page.getByRole('dialog').getByLabel('Name').waitFor()),
    },
    { name: 'admin-playlists', path: '/admin/playlists', as: 'admin' },
    { name: 'admin-playlist', path: `/admin/playlists?id=${partnerBead.id}`, as: 'admin', open: open.adminContent },
    { name: 'admin-post', path: `/admin/playlists?id=${post!.id}`, as: 'admin', open: open.adminContent },
    { name: 'privileges', path: '/admin/setprivileges?uid=demo', as: 'admin', open: (page) => page.getByRole('form').last().waitFor() },

    { name: 'review', path: '/admin', as: 'admin', open: open.review },
    { name: 'admin-members', path: '/admin/members', as: 'admin', open: (page) => page.getByRole('list', { name: 'Members' }).waitFor() },
    { name: 'account-history', path: '/preferences?tab=history', as: 'demo' },
    ...healthScreens,
    { name: 'admin-log', path: '/admin/log', as: 'admin', open: open.log },
    { name: 'system', path: '/admin/system', as: 'admin', open: (page) => page.getByText('Scheduled jobs').waitFor() },

    // Collections
    { name: 'collection', path: '/collection', as: 'demo' },
    { name: 'collection-filtered', path: '/collection', as: 'demo', at: 'wide', open: open.filtered },
    {
      name: 'collection-filters',
      path: '/collection',
      as: 'demo',
      at: 'narrow',
      open: step.sequence(step.press('Filters'), (page) =>
        page.getByRole('dialog', { name: 'Filters' }).getByRole('link').first().waitFor(),
      ),
    },
    { name: 'collection-without-matches', path: '/collection?q=zzzqqq', as: 'demo', open: step.seeHeading('No Matches?') },
    { name: 'collection-empty', path: '/collection', as: 'newcomer' },
    { name: 'collection-of-another', path: '/p/demo/collection', as: 'visitor' },
    { name: 'collection-visitor', path: '/collection', as: 'visitor' },

    // Feeds and notifications
    { name: 'activity', path: '/activity', as: 'demo' },
    { name: 'activity-visitor', path: '/activity', as: 'visitor' },
    { name: 'activity-empty', path: '/activity', as: 'newcomer' },
    { name: 'trending', path: '/trending', as: 'visitor' },
    { name: 'feed-of-a-category', path: '/trending?category=film', as: 'visitor' },
    { name: 'feed-news', path: '/activity', as: 'demo', open: open.newsInFeed },
    { name: 'feed-reason', path: '/activity', as: 'demo', open: open.feedReason },
    {
      name: 'feed-silent',
      path: '/trending',
      as: 'demo',
      open: open.feedAnswered({ json: { results: [], next: null, counts: { total: 0 } } }, 'All is quiet'),
    },
    {
      name: 'feed-failed',
      path: '/trending',
      as: 'demo',
      open: open.feedAnswered({ status: 500, json: { message: 'Oh', code: 'internal', requestId: '' } }, 'Something is wrong'),
    },
    { name: 'follow-tags', path: '/followtags', as: 'demo' },
    { name: 'follow-tags-none', path: '/followtags', as: 'newcomer' },
    { name: 'notifications', path: '/about', as: 'demo', open: open.notificationList },
    { name: 'notifications-none', path: '/about', as: 'newcomer', open: open.notifications },

    // Signing in
    { name: 'log-in', path: '/login', as: 'visitor' },
    { name: 'log-in-refused', path: '/login?network=facebook&networkerror=in_use', as: 'visitor' },
    { name: 'sign-up', path: '/signupform', as: 'visitor' },
    { name: 'auth-log-in', path: '/music', as: 'visitor', open: open.logIn },
    { name: 'auth-log-in-errors', path: '/music', as: 'visitor', open: step.sequence(open.logIn, open.withErrors) },
    { name: 'auth-sign-up', path: '/music', as: 'visitor', open: open.signUp },
    { name: 'auth-sign-up-errors', path: '/music', as: 'visitor', open: step.sequence(open.signUp, open.withErrors) },
    { name: 'auth-forgot-password', path: '/music', as: 'visitor', open: open.forgotPassword },
    { name: 'auth-password-sent', path: '/music', as: 'visitor', open: open.passwordSent },
    { name: 'auth-reset-password', path: '/music?resetcode=unknown', as: 'visitor', open: step.seeDialog() },
    { name: 'auth-password-changed', path: '/music?resetcode=unknown', as: 'visitor', open: open.passwordChanged },
    { name: 'auth-welcome', path: '/music', as: 'visitor', open: open.welcome },
    { name: 'auth-get-email', path: '/about', as: 'newcomer', open: open.emailPrompt },
    { name: 'television', path: '/tvos/connect?connecttoken=unknown', as: 'demo' },
    { name: 'pair', path: '/pair', as: 'demo' },
    { name: 'pair-error', path: '/pair', as: 'demo', open: open.wrongCode },
    { name: 'tv-code', path: '/tv', as: 'visitor', at: 'tv', open: open.tvCode },
    { name: 'tv-idle', path: '/tv', as: 'demo', at: 'tv', open: open.pairedTv },
    { name: 'tv-video', path: '/tv', as: 'demo', at: 'tv', open: open.tvPlaying('Drop two stones, watch them argue') },
    { name: 'tv-audio', path: '/tv', as: 'demo', at: 'tv', open: open.tvPlaying('Glass, struck gently, while it rains') },
    { name: 'tv-picture', path: '/tv', as: 'demo', at: 'tv', open: open.tvPlaying('Hills, cut from seven sheets of paper') },
    {
      name: 'tv-text',
      path: '/tv',
      as: 'demo',
      at: 'tv',
      open: open.tvPlaying('A landing with one chair', { playlist: roomsTitle, then: 'My grandmother’s pantry' }),
    },
    { name: 'tv-sign-out', path: '/tv', as: 'demo', at: 'tv', open: step.sequence(open.pairedTv, open.tvSignOut) },
    { name: 'tv-error', path: '/tv', as: 'visitor', at: 'tv', open: open.tvUnreachable },
    // Its button is in another place of a narrow window, so a list that is open closes when the width changes.
    { name: 'cast-devices', path: '/about', as: 'visitor', at: 'wide', open: open.castDevices },
    { name: 'cast-devices-narrow', path: '/about', as: 'visitor', at: 'narrow', open: open.castDevices },
    { name: 'cast-playing', path: '/about', as: 'visitor', open: open.castPlaying },
    { name: 'cast-receiver', path: '/about', as: 'visitor', at: 'tv', open: open.castReceiver },
    { name: 'television-visitor', path: '/tvos/connect?connecttoken=unknown', as: 'visitor' },

    // Preferences
    { name: 'preferences', path: '/preferences', as: 'demo', open: (page) => page.getByRole('form', { name: 'General' }).waitFor() },
    {
      name: 'preferences-notifications',
      path: '/preferences?tab=notifications',
      as: 'demo',
      open: (page) => page.getByRole('button', { name: 'Make it so' }).waitFor(),
    },
    { name: 'preferences-apps', path: '/preferences?tab=apps', as: 'demo' },
    { name: 'preferences-visitor', path: '/preferences', as: 'visitor' },
    { name: 'picture-editor', path: '/preferences', as: 'demo', at: 'wide', open: open.picture },
    {
      name: 'account-deletion',
      path: '/preferences',
      as: 'demo',
      open: step.sequence(step.press('Delete my account'), step.seeDialog('Delete your account?')),
    },

    // Menus and notices
    { name: 'left-menu', path: '/music', as: 'demo', open: open.leftMenu },
    { name: 'left-menu-visitor', path: '/music', as: 'visitor', open: open.leftMenu },
    { name: 'quick-menu', path: '/music', as: 'demo', open: open.account },
    { name: 'quick-menu-visitor', path: '/music', as: 'visitor', open: step.sequence(step.pressInBar('More'), step.seeMenu) },
    { name: 'theme-menu', path: '/music', as: 'visitor', at: 'wide', open: step.sequence(step.pressInBar('Colour theme'), step.seeMenu) },
    {
      name: 'shortcuts',
      path: '/music',
      as: 'visitor',
      open: step.sequence(step.pressInBar('More'), step.choose('Keyboard shortcuts'), step.seeDialog('Keyboard shortcuts')),
    },
    { name: 'toast', path: bead.href, as: 'visitor', open: step.sequence(step.withTimers({ 3000: 'never', 4000: 'never' }), open.copied) },
    { name: 'new-version', path: '/trending', as: 'demo', open: open.anotherBuild },
    { name: 'offline', path: '/music', as: 'visitor', open: open.offline },
    {
      name: 'landing',
      path: '/',
      as: 'visitor',
      unwelcomed: true,
      at: 'wide',
      open: (page) => page.getByRole('region', { name: 'Welcome to Strand' }).waitFor(),
    },
    {
      name: 'call-to-visitors',
      path: '/music',
      as: 'visitor',
      unwelcomed: true,
      open: step.sequence(step.withTimers({ 4000: 'soon' }), step.touch, (page) =>
        page.getByRole('complementary', { name: 'Join Strand' }).waitFor(),
      ),
    },
    { name: 'follow-tags-prompt', path: '/', as: 'newcomer', unwelcomed: true, open: open.tagsPrompt },
    {
      name: 'confirm-address',
      path: '/about',
      as: 'newcomer',
      unwelcomed: true,
      open: (page) => page.getByRole('region', { name: 'Please confirm your e-mail address' }).waitFor(),
    },

    // Information pages
    { name: 'about', path: '/about', as: 'visitor' },
    { name: 'bookmarklet', path: '/bookmarklet', as: 'visitor' },
    { name: 'bookmarklet-pressed', path: '/bookmarklet', as: 'visitor', open: open.pressedBookmarklet },
    { name: 'embed-help', path: '/embedfaqs', as: 'visitor' },
    { name: 'terms', path: '/tos', as: 'visitor' },
    { name: 'privacy', path: '/privacy', as: 'visitor' },
    { name: 'copyright', path: '/copyright', as: 'visitor' },
    { name: 'acceptable-use', path: '/acceptable-use', as: 'visitor' },
    { name: 'not-found', path: '/no-such-thing', as: 'visitor' },
    // Last of the visitor's screens: the skin of the partner lasts for the session.
    { name: 'partner', path: '/discover?partner=lowtide', as: 'visitor' },
  ]
}
