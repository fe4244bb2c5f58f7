import { describe, expect, it } from 'vitest'
import { leavesApp, match } from '../../renderer/app/routes.ts'
import { categories } from '../../server/contract/rules.ts'

const bead = 'b0mhz3k1q0abcdefgh'
const post = 'p0mhz3k1q0abcdefgh'

describe('routes', () => {
  it.each(['/', '/discover', '/discover/'])('R1 %s is discover', (path) => {
    expect(match(path)).toEqual({ screen: 'discover', props: { category: null } })
  })
  it.each(categories)('R1 /%s is discover of that category', (category) => {
    expect(match(`/${category}`)).toEqual({ screen: 'discover', props: { category } })
  })
  it.each([`/${bead}`, `/bead/${bead}`])('R5 %s is a playlist', (path) => {
    expect(match(path)).toEqual({ screen: 'bead', props: { id: bead } })
  })
  it.each([`/${bead}/${post}`, `/bead/${bead}/${post}`, `/${bead}/a-song-${post}`, `/bead/${bead}/%C3%A9t%C3%A9-${post}`])('R5 %s is a post of a playlist', (path) => {
    expect(match(path)).toEqual({ screen: 'post', props: { id: post, bead } })
  })
  it.each([`/${post}`, `/a-song-${post}`])('R6 %s is a post', (path) => {
    expect(match(path)).toEqual({ screen: 'post', props: { id: post } })
  })
  it('R7 /p/{uid} is a member', () => {
    expect(match('/p/ada_l.3')).toEqual({ screen: 'member', props: { uid: 'ada_l.3' } })
  })
  it('R11 the log-in pages', () => {
    expect(match('/login')).toEqual({ screen: 'auth', props: { mode: 'login' } })
    expect(match('/login/expired')).toEqual({ screen: 'auth', props: { mode: 'login' } })
    expect(match('/signupform')).toEqual({ screen: 'auth', props: { mode: 'signup' } })
  })
  it.each(['/nothing', '/Music', `/${post}/${bead}`, `/${bead}/${post}/more`, '/p', '/p/a/b/c', '/p/no%20such', '/%E0%A4%A', `/x-${bead}`, '/bead'])('R2 %s is not found', (path) => {
    expect(match(path).screen).toBe('notFound')
  })
  it('R14 files and calls leave the app, pages whose names only begin alike do not', () => {
    expect(leavesApp('/images/posts/a.jpg')).toBe(true)
    expect(leavesApp('/api/openapi.json')).toBe(true)
    expect(leavesApp(`/${bead}`)).toBe(false)
    expect(leavesApp('/apiary')).toBe(false)
  })
})
