import { describe, expect, it } from 'vitest'
import { widgetAddress } from '#contract/pages/widget.ts'
import { contentLinkOf } from '../../renderer/screens/admin/content/contentLink.ts'

const bead = 'b0mgwu0k4b2y9z0c5d'
const post = 'p0mgwu0k4b2y9z0c5d'
const comment = 'c0mgwu0k4b2y9z0c5d'
const host = 'strand.example:3000'
const of = (text: string) => contentLinkOf(text, host)

describe('M1 the content that a pasted text means', () => {
  it.each([bead, post, comment, ` ${post}\n`])('M1 the id "%s" → itself', (text) => expect(of(text)).toEqual({ id: text.trim() }))

  it.each([
    [`/${bead}`, bead],
    [`https://${host}/${bead}`, bead],
    [`http://${host}/bead/${bead}?sort=top&page=2`, bead],
    [`https://${host}/${bead}/followers`, bead],
    [`${host}/${bead}`, bead],
    [`//${host}/${bead}`, bead],
    [`https://${host}/${bead}/a-long-title-${post}`, post],
    [`https://${host}/${bead}/characteristically-slow-${post}`, post],
    [`https://${host}/bead/${bead}/${post}`, post],
    [`https://${host}/%C3%A9t%C3%A9-${post}`, post],
    [`/${post}`, post],
    [`https://${host}/bookmarklet/post/${post}`, post],
    [`https://${host}/${bead}/song-${post}#${comment}`, comment],
    [`https://${host}/${post}?comment=x`, post],
    [`https://${host}/r/admin/index.html#?beadid=${bead}`, bead],
    [`https://${host}/admin/playlists?id=${post}`, post],
    [`https://${host}/${bead}?back=%2F${post}`, bead],
    [`https://${host}/api/v0/comments/${comment}`, comment],
    [`https://${host}/api/v1/feeds/beads/${bead}/rss`, bead],
    [widgetAddress(`https://${host}`, bead, { theme: 'dark' }), bead],
    [widgetAddress(`https://${host}`, post), post],
    [`<iframe width="400" src="https://${host}/embed/${bead}?theme=dark&amp;posts=3"></iframe>`, bead],
    [`<div class="strand-widget" data-bead="${bead}"></div><script src="https://${host}/embed.js"></script>`, bead],
    [`strand://bead/${bead}`, bead],
    [`strand://open/${bead}/song-${post}`, post],
  ])('M1 %s → %s', (text, id) => expect(of(text)).toEqual({ id }))

  it.each([
    [`https://${host}/p/ada.rivers`, 'ada.rivers'],
    [`/p/ada/followers`, 'ada'],
    [widgetAddress(`https://${host}`, { uid: 'ada' }), 'ada'],
  ])('M1 %s → the member %s', (text, uid) => expect(of(text)).toEqual({ uid }))

  it.each(['', '  '])('M1 "%s" → empty', (text) => expect(of(text)).toEqual({ problem: 'empty' }))

  it.each([bead.slice(1), `${bead}0`, bead.toUpperCase(), 'Sunday slow', 'x', '@ada', 'https://', '5/5'])(
    'M1 "%s" → neither an id nor a link',
    (text) => expect(of(text)).toEqual({ problem: 'noId' }),
  )

  it.each([
    [`https://elsewhere.example/${bead}`, 'elsewhere.example'],
    [`elsewhere.example/${bead}`, 'elsewhere.example'],
    [`https://strand.example/${bead}`, 'strand.example'],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'www.youtube.com'],
    [`https://strand.example.evil.example:3000/${bead}`, 'strand.example.evil.example:3000'],
    [`https://${host}@evil.example/${bead}`, 'evil.example'],
  ])('M1 %s → a link to %s', (text, other) => expect(of(text)).toEqual({ problem: 'otherSite', host: other }))

  it.each(['/', '/music', '/tag/Pattern', '/search?q=slow', '/admin', '/feed', '/p/a!', `/${bead.slice(0, -1)}`])(
    'M1 %s → a link to something else',
    (text) => expect(of(text)).toEqual({ problem: 'noContent' }),
  )
})
