import { describe, expect, it } from 'vitest'
import { fullLoadOf, leavesApp, match, navigationRuleFor } from '#navigation/routes.ts'
import { categories } from '#contract/rules.ts'

const bead = 'b0mhz3k1q0abcdefgh'
const post = 'p0mhz3k1q0abcdefgh'

describe('routes', () => {
  it.each(['/', '/discover', '/discover/'])('R1 %s is discover', (path) => {
    expect(match(path)).toEqual({ screen: 'discover', props: { category: null } })
  })
  it.each(categories)('R1 /%s is discover of that category', (category) => {
    expect(match(`/${category}`)).toEqual({ screen: 'discover', props: { category } })
  })
  it('R1 R26 a capitalised category (/Music) → discover of that category, as on the server', () => {
    expect(match('/Music')).toEqual({ screen: 'discover', props: { category: 'music' } })
  })
  it.each([`/${bead}`, `/bead/${bead}`])('R5 %s is a playlist', (path) => {
    expect(match(path)).toEqual({ screen: 'bead', props: { id: bead } })
  })
  it.each([`/${bead}/${post}`, `/bead/${bead}/${post}`, `/${bead}/a-song-${post}`, `/bead/${bead}/%C3%A9t%C3%A9-${post}`])(
    'R5 %s is a post of a playlist',
    (path) => {
      expect(match(path)).toEqual({ screen: 'post', props: { id: post, bead } })
    },
  )
  it.each([`/${post}`, `/a-song-${post}`])('R6 %s is a post', (path) => {
    expect(match(path)).toEqual({ screen: 'post', props: { id: post } })
  })
  it('R7 /p/{uid} is a member', () => {
    expect(match('/p/ada_l.3')).toEqual({ screen: 'member', props: { uid: 'ada_l.3' } })
  })
  it.each([
    ['/p/ada/followers', { screen: 'members', props: { uid: 'ada', list: 'followers', of: 'members' } }],
    ['/p/ada/following', { screen: 'members', props: { uid: 'ada', list: 'following', of: 'members' } }],
    ['/p/ada/following/tags', { screen: 'members', props: { uid: 'ada', list: 'following', of: 'tags' } }],
    ['/p/ada/following/whatever', { screen: 'members', props: { uid: 'ada', list: 'following', of: 'members' } }],
    ['/p/ada/collection', { screen: 'collection', props: { uid: 'ada', of: 'collected' } }],
    ['/p/ada/posts/created', { screen: 'collection', props: { uid: 'ada', of: 'created' } }],
    ['/p/ada/posts/collected', { screen: 'collection', props: { uid: 'ada', of: 'collected' } }],
    ['/collection', { screen: 'collection', props: { uid: null, of: 'collected' } }],
    [`/${bead}/followers`, { screen: 'beadFollowers', props: { id: bead } }],
    [`/bead/${bead}/followers`, { screen: 'beadFollowers', props: { id: bead } }],
    ['/tag/Jazz/followers', { screen: 'tagFollowers', props: { tag: 'Jazz' } }],
    ['/tag/caf%C3%A9%20jazz/followers', { screen: 'tagFollowers', props: { tag: 'café jazz' } }],
    ['/about', { screen: 'about', props: {} }],
    ['/bookmarklet', { screen: 'bookmarklet', props: {} }],
    ['/bookmarklet/post', { screen: 'quickPost', props: {} }],
    [`/bookmarklet/post/${post}`, { screen: 'quickPosted', props: { id: post } }],
    ['/embedfaqs', { screen: 'embedFaqs', props: {} }],
    ['/acceptable-use', { screen: 'legal', props: { page: 'acceptable-use' } }],
    ['/activity', { screen: 'feed', props: { kind: 'activity' } }],
    ['/feed', { screen: 'feed', props: { kind: 'activity' } }],
    ['/trending', { screen: 'feed', props: { kind: 'trending' } }],
    ['/preferences', { screen: 'preferences', props: {} }],
    ['/followtags', { screen: 'followTags', props: {} }],
    ['/tvos/connect', { screen: 'tvConnect', props: {} }],
    ['/admin/setprivileges', { screen: 'adminMember', props: {} }],
    ['/admin', { screen: 'review', props: {} }],
    ['/admin/members', { screen: 'adminMembers', props: {} }],
    ['/admin/health', { screen: 'adminHealth', props: {} }],
    ['/admin/playlists', { screen: 'adminContent', props: {} }],
    ['/admin/log', { screen: 'adminLog', props: {} }],
    ['/admin/system', { screen: 'system', props: {} }],
    ['/r/admin/index.html', { screen: 'adminContent', props: {} }],
  ])('R2 R3 R4 R5 R7 R9 R10 R12 W5 %s → its screen and props', (path, target) => {
    expect(match(path)).toEqual(target)
  })
  it('R11 log-in and sign-up paths → the auth screen in their mode; an unknown type → mode login', () => {
    expect(match('/login')).toEqual({ screen: 'auth', props: { mode: 'login' } })
    for (const type of ['expired', 'twitter', 'Signup', 'constructor'])
      expect(match(`/login/${type}`)).toEqual({ screen: 'auth', props: { mode: 'login' } })
    for (const mode of ['login', 'signup', 'forgotPassword']) expect(match(`/login/${mode}`)).toEqual({ screen: 'auth', props: { mode } })
    expect(match('/login/forgot-password')).toEqual({ screen: 'auth', props: { mode: 'forgotPassword' } })
    expect(match('/signupform')).toEqual({ screen: 'auth', props: { mode: 'signup' } })
  })
  it.each([
    '/nothing',
    `/${post}/${bead}`,
    `/${bead}/${post}/more`,
    '/p',
    '/p/a/b/c',
    '/p/no%20such',
    '/%E0%A4%A',
    `/x-${bead}`,
    '/bead',
    '/p/ada/posts',
    '/p/ada/collection/more',
    `/${post}/followers`,
    '/about/us',
    '/bookmarklet/other',
    `/bookmarklet/post/${bead}`,
    `/bookmarklet/post/${post}/more`,
    '/embedfaqs/more',
    '/tvos',
    '/tag',
    '/tag/Jazz/following',
    '/tag/Jazz/followers/more',
    '/tag/!/followers',
  ])('R2 %s is not found', (path) => {
    expect(match(path).screen).toBe('notFound')
  })
  it('R14 file and API paths leave the app; a page path that only shares a prefix (/apiary) does not', () => {
    expect(leavesApp('/images/posts/a.jpg')).toBe(true)
    expect(leavesApp('/posts/a.jpg')).toBe(true)
    expect(leavesApp('/api/openapi.json')).toBe(true)
    expect(leavesApp(`/${bead}`)).toBe(false)
    expect(leavesApp('/apiary')).toBe(false)
  })

  it.each(['/connect/facebook', '/signup/twitter', '/api/openapi.json', '/r/admin/index.html'])(
    'R14 R10 %s is loaded by the browser',
    (path) => {
      expect(navigationRuleFor(path).type).toBe('redirect')
      expect(fullLoadOf(`${path}?from=/music`)).toBe(`${path}?from=/music`)
    },
  )
  it.each(['/tos', '/acceptable-use', '/copyright', '/privacy'])('R3 %s?direct=y is a full load of the plain path', (path) => {
    expect(fullLoadOf(`${path}?direct=y`)).toBe(path)
    expect(fullLoadOf(path)).toBeNull()
    expect(fullLoadOf('/about?direct=y')).toBeNull()
  })
  it('R9 R10 R14 a link to a feed reloads it; preferences are always refetched; other pages come from the document or the cache', () => {
    for (const path of ['/activity', '/feed', '/trending']) expect(navigationRuleFor(path)).toEqual({ type: 'onload', reload: true })
    expect(navigationRuleFor('/preferences')).toEqual({ type: 'always', reload: false })
    for (const path of ['/', '/music', `/${bead}`, '/search?q=a', '/p/ada', '/nothing'])
      expect(navigationRuleFor(path)).toEqual({ type: 'onload', reload: false })
  })
})
