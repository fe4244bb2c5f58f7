/** The form of the playlist dialog, its drafts and its request body (C1, C2). */
import { describe, expect, it } from 'vitest'
import { bodyOf, changesOf, emptyForm, formOf, isSame, originalOf, restoreForm, parseForm, type BeadForm } from '#widgets/creator/form.ts'
import type { Bead } from '#contract/schemas.ts'

const image = '/beads/b1.jpg?v=7'
const bead = { title: 'Mine', description: '', category: 'art', tags: ['One'], invitees: [], image } as unknown as Bead
const cut: BeadForm['picture'] = {
  src: 'https://pictures.example/1.jpg',
  size: { width: 300, height: 300 },
  crop: { x: 0, y: 0, width: 300, height: 300 },
  name: 'Ann',
  url: 'https://pictures.example',
  own: false,
}

describe('C2 the picture', () => {
  it.each([
    ['2014-03-03T23:59:59.999Z', null],
    ['2014-03-04T00:00:00.000Z', null],
    ['2014-03-04T23:59:59.999Z', null],
    ['2014-03-05T00:00:00.000Z', '/beads/original/b1.jpg?v=7'],
    ['2017-01-01T12:00:00.000Z', '/beads/original/b1.jpg?v=7'],
  ])('C2 a new crop is offered only for playlists created after 4 March 2014: %s', (creationDate, original) => {
    expect(originalOf({ image, creationDate })).toBe(original)
  })
  it('C2 a playlist without a picture, or with one that has no stored original → no new crop is offered', () => {
    expect(originalOf({ image: null, creationDate: '2020-01-01T00:00:00.000Z' })).toBeNull()
    expect(originalOf({ image: '/pictures/art.jpg', creationDate: '2020-01-01T00:00:00.000Z' })).toBeNull()
  })
  it('C2 a removed picture is sent as skippedImage; a removed and replaced one is sent as the new picture only', () => {
    const was = formOf(bead)
    expect(bodyOf(was)).not.toHaveProperty('skippedImage')
    const removed = { ...was, removed: true }
    expect(isSame(removed, was)).toBe(false)
    expect(bodyOf(removed)).toMatchObject({ skippedImage: true })
    const replaced = bodyOf({ ...removed, picture: cut })
    expect(replaced).toMatchObject({ imageSrc: cut!.src })
    expect(replaced).not.toHaveProperty('skippedImage')
  })
  it('C2 a draft stores the removal of the picture; an older draft without that field reads as not removed', () => {
    const stored = JSON.parse(JSON.stringify({ ...formOf(bead), removed: true })) as Record<string, unknown>
    expect(parseForm(stored)).toEqual({ ...formOf(bead), removed: true })
    delete stored['removed']
    expect(parseForm(stored)).toEqual(formOf(bead))
    expect(emptyForm.removed).toBe(false)
  })
})

describe('C5 an edit while others change the playlist', () => {
  const initial = formOf(bead)
  const reread = (value: unknown) => parseForm(JSON.parse(JSON.stringify(value)))!

  it('C5 an edit sends only the changed fields', () => {
    expect(changesOf({ ...initial, description: 'Written here' }, initial)).toEqual({ description: 'Written here' })
    expect(changesOf(initial, initial)).toEqual({})
    expect(changesOf({ ...initial, tags: [], picture: cut }, initial)).toMatchObject({ tags: [], imageSrc: cut!.src })
    expect(changesOf({ ...initial, removed: true }, initial)).toEqual({ skippedImage: true })
  })
  it('C5 a restored draft keeps its own changes and takes other fields from the current playlist', () => {
    const draft = reread({ ...initial, description: 'Half written', of: initial })
    const now = formOf({ ...bead, title: 'Corrected', tags: ['Two'] })
    const restored = restoreForm(draft, now, null)
    expect(restored).toEqual({ ...now, description: 'Half written' })
    expect(changesOf(restored, now)).toEqual({ description: 'Half written' })
  })
  it('C5 C2 a restored draft drops a crop of a picture replaced since, and keeps a picture from elsewhere', () => {
    const own = { ...cut!, src: '/beads/original/b1.jpg?v=7', own: true }
    expect(restoreForm(reread({ ...initial, picture: own, of: initial }), initial, own.src).picture).toEqual(own)
    expect(restoreForm(reread({ ...initial, picture: own, of: initial }), initial, '/beads/original/b1.jpg?v=8').picture).toBeNull()
    expect(restoreForm(reread({ ...initial, picture: cut, of: initial }), initial, null).picture).toEqual(cut)
  })
  it('C5 an older draft without initial values is restored as a whole', () => {
    expect(restoreForm(reread({ ...initial, title: 'Older', open: true }), initial, null)).toEqual({ ...initial, title: 'Older' })
  })
})
