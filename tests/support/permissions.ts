/**
 * The status of each endpoint for each role: section 6 of both documents as a table, with a row for every endpoint of the contract.
 * `tests/server/permission-matrix.test.ts` creates the data: a published invite-only playlist with a post and a comment, all by one
 * member; a draft with the same content; and an open playlist.
 */
import type { EndpointKey } from '#contract/index.ts'

export const roles = ['anonymous', 'member', 'unprivileged', 'invitee', 'creator', 'admin'] as const
export type Role = (typeof roles)[number]

export interface Place {
  bead: string
  post: string
  comment: string
}

export interface Target extends Place {
  open: string
  /** Another invite-only playlist in the same state. */
  other: string
  uid: string
  invitee: string
  /** A member without a role in these playlists. */
  bystander: string
}

export interface RequestParts {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

export interface Case {
  /** The title of the case, if an endpoint has several. */
  title?: string
  /** The statuses for the roles, in the order of `roles`. */
  published: string
  /** The statuses of the same request for the draft; absent if the request concerns no playlist. */
  draft?: string
  /** Overrides the examples of the OpenAPI document. */
  request?: (target: Target) => RequestParts
}

const everyone = '200 200 200 200 200 200'
const members = '401 200 200 200 200 200'
const admins = '401 403 403 403 403 200'
/** The creator and admins. */
const owners = '401 403 403 403 200 200'
const collaborators = '403 403 403 200 200 200'
/** The roles that may replace a dead link; in an invite-only playlist, its collaborators. */
const repairers = '401 403 403 200 200 200'
/** Endpoints that read the content of a playlist. */
const seen = { published: everyone, draft: collaborators }
/** Refused to every role for a reason that does not depend on the role. */
const refused = (status: number): Case => ({ published: Array(6).fill(status).join(' ') })
const refusedMembers = (status: number): Case => ({ published: `401 ${Array(5).fill(status).join(' ')}` })

const all: Case = { published: everyone }
const own: Case = { published: members }
const admin: Case = { published: admins }
const following: Case = { published: '401 200 403 200 403 200' }
const relating: Case = { published: members, draft: '401 403 403 200 200 200' }
const averse: Case = { published: members, request: ({ bystander }) => ({ params: { uid: bystander } }) }
const offering: Case = { published: members, draft: '401 403 403 403 403 403' }
const flagging: Case = { published: '401 200 200 200 403 403', draft: '401 403 403 200 403 403' }
/** A draft is visible to its collaborators only, and its address is private. */
const sharing: Case = {
  published: everyone,
  draft: '403 403 403 403 403 403',
  request: () => ({
    body: { sharer: { name: 'Ann Lee', email: 'ann@example.org' }, sharees: { uids: [], emails: ['bo@example.org'] }, msg: 'Listen' },
  }),
}
const logIn: Case = { published: everyone, request: ({ uid }) => ({ body: { username: uid, password: 'correct horse' } }) }

let fresh = 0
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const newAddress = () => `permission${(fresh += 1)}@example.org`

export const permissions: Record<EndpointKey, Case | Case[]> = {
  'GET /healthz': all,
  'GET /readyz': all,
  'GET /api/openapi.json': all,

  'GET /api/v0/me': own,
  'GET /api/v0/auth/options': all,
  'GET /api/v0/site': all,
  'POST /api/v0/auth/signup': {
    published: everyone,
    request: () => ({ body: { name: 'New Person', email: newAddress(), password: 'new person' } }),
  },
  'POST /api/v1/auth/milq': logIn,
  'POST /api/v1/auth/login': logIn,
  'GET /logout': all,
  'POST /logout': all,
  'GET /api/v0/members/:uid': all,
  'POST /api/v0/me/preferences': own,
  'PUT /api/v0/me/preferences': own,
  'POST /api/v0/me/updateimage': { ...refusedMembers(415), request: () => ({ body: { image: 'bm8gaW1hZ2U=' } }) },
  'POST /api/v0/me/password': {
    published: '401 403 403 403 403 403',
    request: () => ({ body: { password: 'wrong', newPassword: 'other horse' } }),
  },
  'POST /api/v0/auth/sendpasswordreset': refused(403),
  'POST /api/v0/auth/resetpassword': refused(403),
  'POST /api/v0/auth/verifyemail': refused(403),
  'POST /api/v0/me/resendverification': own,
  'GET /api/v0/me/sessions': own,
  'DELETE /api/v0/me/sessions/:id': refusedMembers(404),
  'POST /api/v0/me/sessions/revokeothers': own,
  'POST /api/v1/me/disconnect/:network': own,
  'POST /api/v1/auth/tvos/token': all,
  'POST /api/v1/auth/tvos/settokenuid': refusedMembers(403),
  'GET /api/v1/auth/tvos/owner': own,
  'POST /api/v1/auth/tvos/poll': refused(403),
  'GET /api/v1/me/token': own,
  'DELETE /api/v1/me/token': own,
  'GET /api/v0/me/export': own,
  'POST /api/v0/me/delete': { published: '401 403 403 403 403 403', request: () => ({ body: { password: 'wrong' } }) },

  'GET /api/v0/beads': [
    all,
    { title: 'those that one may write into', published: '401 403 403 403 200 403', request: ({ uid }) => ({ query: { writer: uid } }) },
    { title: 'invitations', published: '401 403 403 403 200 403', request: ({ uid }) => ({ query: { invitee: uid } }) },
  ],
  'GET /api/v0/beads/day': all,
  'GET /api/v0/beads/groups': all,
  'GET /api/v0/beads/:id': seen,
  'POST /api/v0/beads': {
    published: '401 200 403 200 200 200',
    request: () => ({ body: { title: 'A new one', category: 'music', invitees: [] } }),
  },
  'POST /api/v0/beads/:id': { published: owners, draft: owners, request: () => ({ body: { title: 'Another title' } }) },
  'DELETE /api/v0/beads/:id': { published: owners, draft: owners },
  'GET /api/v0/beads/:id/followers': seen,
  'GET /api/v0/beads/:id/filters': seen,
  'GET /api/v0/beads/:id/table': seen,
  'POST /api/v0/beads/:id/publish': { published: owners, draft: owners },
  'POST /api/v0/beads/:id/submit': { published: '401 403 403 403 403 403', draft: '401 403 403 403 403 403' },
  'POST /api/v0/beads/:id/invite': { published: owners, draft: owners, request: ({ invitee }) => ({ body: { newInvitees: [invitee] } }) },
  'DELETE /api/v0/beads/:id/invitees/:uid': {
    published: '401 403 403 200 200 200',
    draft: '401 403 403 200 200 200',
    request: ({ invitee }) => ({ params: { uid: invitee } }),
  },
  'POST /api/v0/beads/:id/featuredcurator': { published: admins, request: ({ uid }) => ({ query: { uid } }) },
  'POST /api/v0/beads/:id/posts/:post/move': {
    published: '401 403 403 200 200 200',
    draft: '401 403 403 200 200 200',
    request: () => ({ body: { after: null } }),
  },
  'GET /api/v0/beads/:id/export': { ...seen, request: () => ({ query: { format: 'csv' } }) },
  'POST /api/v0/beads/import/preview': [
    { title: 'for a new playlist', published: '401 200 403 200 200 200' },
    {
      title: 'for one that is there',
      published: '401 403 403 200 200 200',
      draft: '401 403 403 200 200 200',
      request: ({ bead }) => ({ body: { content: 'https://files.example/a.mp3', bead } }),
    },
  ],
  'POST /api/v0/beads/:id/import': { published: '401 403 403 200 200 200', draft: '401 403 403 200 200 200' },

  'GET /api/v0/posts': [
    { ...seen, request: ({ bead }) => ({ query: { bead } }) },
    { title: "one's own collection", published: members, request: () => ({ query: { collectedby: 'self' } }) },
  ],
  'GET /api/v0/posts/count': { ...seen, request: ({ bead }) => ({ query: { bead } }) },
  'GET /api/v0/posts/:id/collectedby': seen,
  'GET /api/v0/posts/:id': seen,
  'GET /api/v0/posts/:bead/:id': seen,
  'POST /api/v0/posts/:id': [
    {
      title: 'adding to an invite-only playlist',
      published: '401 403 403 200 200 200',
      draft: '401 403 403 200 200 200',
      request: ({ bead }) => ({ params: { id: bead }, body: { title: 'New' } }),
    },
    {
      title: 'adding to an open playlist',
      published: '401 200 403 200 200 200',
      request: ({ open }) => ({ params: { id: open }, body: { title: 'New' } }),
    },
    { title: 'editing', published: owners, draft: owners, request: ({ post }) => ({ params: { id: post }, body: { title: 'Edited' } }) },
  ],
  'POST /api/v0/posts/:id/repost/:bead': [
    { title: 'into an open playlist', published: '401 200 403 200 200 200', request: ({ open }) => ({ params: { bead: open } }) },
    {
      title: 'into an invite-only one',
      published: '401 403 403 200 200 200',
      draft: '401 403 403 403 403 403',
      request: ({ other }) => ({ params: { bead: other } }),
    },
  ],
  'DELETE /api/v0/posts/:id': { published: owners, draft: owners },
  'POST /api/v0/posts/:id/play': seen,
  'GET /api/v0/posts/:id/repair': { published: repairers, draft: repairers },
  'POST /api/v0/posts/:id/repair': { published: '401 403 403 409 409 409', draft: '401 403 403 409 409 409' },
  'POST /api/v0/posts/:id/repair/search': { published: repairers, draft: repairers },
  'POST /api/v0/posts/:id/repair/reject': { published: '401 403 403 404 404 404', draft: '401 403 403 404 404 404' },
  'POST /api/v0/posts/:id/repair/undo': { published: '401 403 403 404 404 404', draft: '401 403 403 404 404 404' },
  'POST /api/v0/posts/:id/repair/check': { published: repairers, draft: repairers },
  'POST /api/v0/posts/:id/unplayable': seen,
  'GET /api/v1/collection/filters': { published: members, request: () => ({ query: { collectedby: 'self' } }) },
  'GET /api/v0/tags/popular': all,
  'GET /api/v0/ml/tags/:query/relatedtags': all,
  'GET /api/v1/ml/autocomplete/tag/:query': all,
  'GET /api/v0/ml/autocomplete/who/:query': all,
  'GET /api/v0/ml/tags/:tag/curators': all,
  'GET /api/v2/search': all,

  'GET /api/v0/comments/:id': { ...seen, request: ({ post }) => ({ params: { id: post } }) },
  'POST /api/v0/comments/:id': [
    {
      title: 'adding',
      published: '401 200 403 200 200 200',
      draft: '401 403 403 200 200 200',
      request: ({ post }) => ({ params: { id: post }, body: { text: 'New' } }),
    },
    { title: 'editing', published: '401 403 403 403 200 403', request: () => ({ body: { text: 'Edited' } }) },
  ],
  'DELETE /api/v0/comments/:id': { published: owners, draft: owners },
  'GET /api/v0/comments/:id/reactions/like': seen,
  'POST /api/v0/comments/:id/reaction/like': relating,
  'DELETE /api/v0/comments/:id/reaction/like': relating,

  'GET /api/v0/members/:uid/relations': { published: '401 403 403 403 200 403' },
  'GET /api/v0/members/:uid/followers': all,
  'GET /api/v0/members/:uid/following': all,
  'GET /api/v0/members/:uid/following/tags': all,
  'GET /api/v0/tags/:tag/followers': { published: everyone, request: () => ({ query: { soft: '1' } }) },
  'POST /api/v0/members/:uid/follow': following,
  'POST /api/v0/members/:uid/unfollow': own,
  'POST /api/v0/members/:uid/superfollow': following,
  'POST /api/v0/members/:uid/unsuperfollow': own,
  'POST /api/v0/beads/:id/follow': { published: '401 200 403 200 200 200', draft: '401 403 403 200 200 200' },
  'POST /api/v0/beads/:id/unfollow': relating,
  'POST /api/v0/beads/:id/superfollow': { published: '401 200 403 200 200 200', draft: '401 403 403 200 200 200' },
  'POST /api/v0/beads/:id/unsuperfollow': relating,
  'POST /api/v0/tags/:tag/follow': { published: '401 200 403 200 200 200' },
  'POST /api/v0/tags/:tag/unfollow': own,
  'POST /api/v0/posts/:id/collect': relating,
  'POST /api/v0/posts/:id/uncollect': relating,
  'POST /api/v0/posts/:id/upvote': relating,
  'POST /api/v0/posts/:id/unupvote': relating,
  'POST /api/v0/members/:uid/block': averse,
  'POST /api/v0/members/:uid/unblock': averse,
  'POST /api/v0/members/:uid/mute': averse,
  'POST /api/v0/members/:uid/unmute': averse,
  'GET /api/v0/me/blocked': own,
  'GET /api/v0/me/muted': own,

  'GET /api/v0/feedback/flag/:id': flagging,
  'POST /api/v0/feedback/flag/:id': flagging,
  'GET /api/v0/admin/review': admin,
  'POST /api/v0/admin/review/:id': { published: '401 403 403 403 403 404', request: () => ({ body: { verdict: 'publish' } }) },
  'DELETE /api/v0/admin/review/:id': { published: '401 403 403 403 403 409' },
  'GET /api/v0/admin/health': admin,
  'GET /api/v0/admin/health/beads': admin,
  'GET /api/v0/admin/health/beads/:id': admin,
  'GET /api/v0/admin/health/beads/:id/posts': admin,
  // Refused because the link works, and because there is no such suggestion or repair.
  'POST /api/v0/admin/health/posts/:id/repair': { published: '401 403 403 403 403 409' },
  'POST /api/v0/admin/health/posts/:id/repair/reject': { published: '401 403 403 403 403 404' },
  'POST /api/v0/admin/health/posts/:id/repair/undo': { published: '401 403 403 403 403 404' },
  'GET /api/v0/beads/:id/health': { published: repairers, draft: repairers },
  'GET /api/v0/admin/health/checker': admin,
  'GET /api/v0/admin/health/hosts': admin,
  'POST /api/v0/admin/health/beads/:id/check': admin,
  'GET /api/v0/admin/actions': admin,
  'GET /api/v0/admin/actions/export': admin,
  'GET /api/v0/admin/members/:uid/privileges': admin,
  'POST /api/v0/admin/members/:uid/privileges': { published: admins, request: () => ({ body: { privileges: { canPost: true } } }) },
  'GET /api/v0/admin/members': admin,
  'GET /api/v0/admin/members/:uid': admin,
  'POST /api/v0/admin/members/:uid/suspension': {
    published: admins,
    request: ({ bystander }) => ({ params: { uid: bystander }, body: { until: null, reason: 'Spam' } }),
  },
  'DELETE /api/v0/admin/members/:uid/suspension': { published: admins, request: ({ bystander }) => ({ params: { uid: bystander } }) },
  'POST /api/v0/admin/members/:uid/sessions/end': {
    published: admins,
    request: ({ bystander }) => ({ params: { uid: bystander } }),
  },
  'GET /api/v0/admin/members/:uid/removal': admin,
  'POST /api/v0/admin/members/:uid/removal': {
    published: admins,
    request: ({ bystander }) => ({ params: { uid: bystander }, body: { before: '2026-01-01T00:00:00.000Z', reason: 'Spam' } }),
  },
  'GET /api/v0/me/history': own,
  'POST /api/v0/admin/day': { published: admins, request: ({ open }) => ({ body: { bead: open } }) },
  'POST /api/v0/admin/beads/:id/featuredpost': { published: admins, draft: admins, request: ({ post }) => ({ body: { post } }) },
  'DELETE /api/v0/admin/day': { published: '401 403 403 403 403 404', request: ({ bead }) => ({ body: { bead, day: '2032-01-31' } }) },
  'GET /api/v0/admin/content/:id': { published: admins, draft: admins, request: ({ comment }) => ({ params: { id: comment } }) },
  'DELETE /api/v0/admin/content/:id': {
    published: admins,
    draft: admins,
    request: ({ comment }) => ({ params: { id: comment }, body: { reason: 'Spam' } }),
  },
  'POST /api/v0/admin/posts/:id/partner': { published: '401 403 403 403 403 404' },
  'GET /api/v0/admin/readonly': admin,
  // Without a reason: read-only mode would refuse the requests of the other cases.
  'POST /api/v0/admin/readonly': { published: '401 403 403 403 403 400', request: () => ({ body: { reason: ' ' } }) },
  'DELETE /api/v0/admin/readonly': admin,
  'GET /api/v0/admin/system': admin,
  'GET /api/v0/admin/outbox': admin,
  'POST /api/v0/admin/outbox/:id/retry': admin,
  'POST /api/v0/admin/outbox/retry': admin,
  'POST /api/v0/admin/jobs/:name/run': admin,
  'GET /api/v0/admin/announcements': admin,
  'POST /api/v0/admin/announcements': { published: admins, request: () => ({ body: { kind: 'info', text: 'New', endDate: inAnHour() } }) },
  'POST /api/v0/admin/announcements/:id': {
    published: '401 403 403 403 403 404',
    request: () => ({ body: { kind: 'info', text: 'New', endDate: inAnHour() } }),
  },
  'POST /api/v0/admin/announcements/:id/end': { published: '401 403 403 403 403 404' },
  'GET /api/v0/admin/mail': admin,
  'GET /api/v0/admin/mail/:id': { published: '401 403 403 403 403 404' },
  'GET /api/v1/admin/analytics': admin,
  'GET /api/v1/admin/analytics/:event': admin,

  'POST /api/v0/media/detect': {
    published: members,
    draft: '401 403 403 200 200 200',
    request: ({ bead }) => ({ body: { media: { href: 'https://youtu.be/dQw4w9WgXcQ' }, bead } }),
  },
  'POST /api/v0/media/inlineEmbed': all,
  'POST /api/v0/media/unsupportedInlineEmbed': all,
  'GET /api/v0/media/info/qmedia': { published: everyone, request: () => ({ query: { url: 'https://youtu.be/dQw4w9WgXcQ' } }) },
  'GET /api/v0/webfetch/metaimages': own,
  'GET /api/v0/mediasearch/sources': all,
  'GET /api/v0/mediasearch': all,
  'GET /api/v0/imagesearch/sources': all,
  'GET /api/v0/imagesearch/flickr': own,
  'GET /api/v0/imagesearch/fivepx': own,
  'GET /api/v0/imagesearch/behance': own,
  'GET /api/v0/imagesearch/openverse': own,
  'GET /api/v0/imagesearch/wikimedia': own,
  'GET /api/v0/imagesearch/flickr_getInfo': own,
  'GET /api/v0/imagesearch/flickr_getSizes': own,
  'GET /api/v0/imagesearch/fivepx_getPhoto': own,
  'GET /api/v0/imagesearch/behance_project': own,
  'GET /api/v1/feeds/beads/:id/:format': { published: everyone, draft: '403 403 403 403 403 403' },
  'GET /api/v1/feeds/members/:uid/:format': all,
  'GET /api/v1/feeds/tags/:tag/:format': all,
  'GET /api/oembed': refused(404),

  'GET /api/v1/me/notifications': own,
  'GET /api/v1/me/notifications/status': own,
  'POST /api/v0/me/notifications/lastchecked': own,
  'GET /api/v0/me/push': own,
  'POST /api/v0/me/push': own,
  'DELETE /api/v0/me/push/:id': refusedMembers(404),
  'GET /api/v0/unsubscribe/:token': refused(404),
  'POST /api/v0/unsubscribe/:token': refused(404),
  'GET /api/v2/me/feed': own,
  'GET /api/v2/me/feed/status': own,
  'GET /api/v2/members/:uid/activity': all,
  'GET /api/v2/trending': all,
  'GET /api/v0/me/onboarding/suggestions': own,
  'POST /api/v0/me/feed/fewer': { published: members, request: ({ uid }) => ({ body: { type: 'member', id: uid } }) },
  'DELETE /api/v0/me/feed/fewer/:type/:id': own,
  'DELETE /api/v0/me/onboarding/suggestion/:type/:id': {
    published: members,
    request: ({ uid }) => ({ params: { type: 'member', id: uid } }),
  },
  'POST /api/v1/analytics/:event': all,

  'POST /api/v0/posts/:id/share': sharing,
  'POST /api/v0/beads/:id/share': sharing,
  'GET /api/v0/posts/:id/updatesharecount': seen,
  'POST /api/v0/posts/:id/updatesharecount': seen,
  'GET /api/v0/beads/:id/updatesharecount': seen,
  'POST /api/v0/beads/:id/updatesharecount': seen,
  'GET /api/v0/posts/:id/autoshare': offering,
  'POST /api/v0/posts/:id/autoshare': offering,
  'GET /api/v0/beads/:id/autoshare': offering,
  'POST /api/v0/beads/:id/autoshare': offering,
}
