import { describe, expect, it } from 'vitest'
import { feedLinks } from '../../renderer/app/feedLinks.ts'
import { leftMenu, quickMenu } from '../../renderer/app/menu.ts'

const me = { uid: 'ada', isAdmin: false }
const site = { readOnly: false, apps: { ios: null, android: null } }
const apps = { ios: 'https://apps.example/ios', android: 'https://apps.example/android' }
const ids = (groups: { id: string }[][]): string[][] => groups.map((group) => group.map(({ id }) => id))

describe('menus', () => {
  it('R15 the quick menu offers profile, preferences and log out to a member, and not to a visitor', () => {
    expect(ids(quickMenu({ me, site }))).toEqual([
      ['profile', 'collection'],
      ['addPost', 'startPlaylist'],
      ['preferences', 'shortcuts'],
      ['about', 'terms'],
      ['logOut'],
    ])
    expect(ids(quickMenu({ me: null, site }))).toEqual([['addPost', 'startPlaylist'], ['shortcuts'], ['about', 'terms']])
    expect(quickMenu({ me, site })[0]![0]).toEqual({ id: 'profile', href: '/p/ada' })
  })
  it('R15 the quick menu links only the apps that the site has', () => {
    expect(quickMenu({ me, site: { ...site, apps } }).flat()).toEqual(
      expect.arrayContaining([
        { id: 'ios', href: apps.ios },
        { id: 'android', href: apps.android },
      ]),
    )
    expect(ids(quickMenu({ me, site: { ...site, apps: { ...apps, ios: null } } })).flat()).not.toContain('ios')
  })
  it('BY18 the quick menu opens the page in the desktop application where there is one', () => {
    expect(ids(quickMenu({ me: null, site, canOpenApp: true }))).toContainEqual(['openApp'])
    expect(ids(quickMenu({ me, site: { ...site, apps }, canOpenApp: true }))).toContainEqual(['openApp', 'ios', 'android'])
    expect(ids(quickMenu({ me, site, canOpenApp: false })).flat()).not.toContain('openApp')
  })
  it('M1 both menus link the admin pages for admins only', () => {
    for (const menu of [quickMenu, leftMenu]) {
      expect(menu({ me: { ...me, isAdmin: true }, site }).flat()).toContainEqual({ id: 'admin', href: '/admin' })
      expect(ids(menu({ me, site })).flat()).not.toContain('admin')
      expect(ids(menu({ me: null, site })).flat()).not.toContain('admin')
    }
  })
  it('R16 the left menu has the links of the bar; a member gets log out, a visitor gets join and log in', () => {
    expect(ids(leftMenu({ me, site }))).toEqual([
      ['discover', 'activity', 'trending', 'notifications'],
      ['addPost', 'startPlaylist'],
      ['profile', 'collection'],
      ['preferences'],
      ['about', 'terms'],
      ['logOut'],
    ])
    expect(ids(leftMenu({ me: null, site }))).toEqual([
      ['join', 'logIn'],
      ['discover', 'activity', 'trending'],
      ['addPost', 'startPlaylist'],
      ['about', 'terms'],
    ])
  })
  it('RO1 R15 the menus of a read-only site have no feeds, apps, sign-up or actions that create content', () => {
    const readOnly = { readOnly: true, apps }
    expect(feedLinks(readOnly)).toEqual([])
    for (const viewer of [me, null]) {
      const shown = [...quickMenu({ me: viewer, site: readOnly }), ...leftMenu({ me: viewer, site: readOnly })].flat().map(({ id }) => id)
      for (const id of ['activity', 'trending', 'addPost', 'startPlaylist', 'ios', 'android', 'join']) expect(shown).not.toContain(id)
      expect(shown).toContain('about')
      expect(shown.includes('logIn')).toBe(viewer === null)
    }
  })
})
