/** What the dialog of a playlist holds, and what is sent of it (C1, C2). */
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
  ])('C2 re-crop is offered for playlists created after 4 March 2014: %s', (creationDate, original) => {
    expect(originalOf({ image, creationDate })).toBe(original)
  })
  it('C2 of no picture, and of one that is not kept here, no other part can be chosen', () => {
    expect(originalOf({ image: null, creationDate: '2020-01-01T00:00:00.000Z' })).toBeNull()
    expect(originalOf({ image: '/pictures/art.jpg', creationDate: '2020-01-01T00:00:00.000Z' })).toBeNull()
  })
  it('C2 one that is to go is taken away, unless another takes its place', () => {
    const was = formOf(bead)
    expect(bodyOf(was)).not.toHaveProperty('skippedImage')
    const removed = { ...was, removed: true }
    expect(isSame(removed, was)).toBe(false)
    expect(bodyOf(removed)).toMatchObject({ skippedImage: true })
    const replaced = bodyOf({ ...removed, picture: cut })
    expect(replaced).toMatchObject({ imageSrc: cut!.src })
    expect(replaced).not.toHaveProperty('skippedImage')
  })
  it('C2 a draft keeps that it is to go, and one from before there was such a thing says nothing of it', () => {
    const stored = JSON.parse(JSON.stringify({ ...formOf(bead), removed: true })) as Record<string, unknown>
    expect(parseForm(stored)).toEqual({ ...formOf(bead), removed: true })
    delete stored['removed']
    expect(parseForm(stored)).toEqual(formOf(bead))
    expect(emptyForm.removed).toBe(false)
  })
})

describe('C5 an edit, beside what others change', () => {
  const initial = formOf(bead)
  const reread = (value: unknown) => parseForm(JSON.parse(JSON.stringify(value)))!

  it('C5 sends only what it changes', () => {
    expect(changesOf({ ...initial, description: 'Written here' }, initial)).toEqual({ description: 'Written here' })
    expect(changesOf(initial, initial)).toEqual({})
    expect(changesOf({ ...initial, tags: [], picture: cut }, initial)).toMatchObject({ tags: [], imageSrc: cut!.src })
    expect(changesOf({ ...initial, removed: true }, initial)).toEqual({ skippedImage: true })
  })
  it('C5 its draft covers what was written, and not what was changed of the playlist since', () => {
    const draft = reread({ ...initial, description: 'Half written', of: initial })
    const now = formOf({ ...bead, title: 'Corrected', tags: ['Two'] })
    const restored = restoreForm(draft, now, null)
    expect(restored).toEqual({ ...now, description: 'Half written' })
    expect(changesOf(restored, now)).toEqual({ description: 'Half written' })
  })
  it('C5 C2 another part of a picture that the playlist has no more is left out; a picture from elsewhere stays', () => {
    const own = { ...cut!, src: '/beads/original/b1.jpg?v=7', own: true }
    expect(restoreForm(reread({ ...initial, picture: own, of: initial }), initial, own.src).picture).toEqual(own)
    expect(restoreForm(reread({ ...initial, picture: own, of: initial }), initial, '/beads/original/b1.jpg?v=8').picture).toBeNull()
    expect(restoreForm(reread({ ...initial, picture: cut, of: initial }), initial, null).picture).toEqual(cut)
  })
  it('C5 a draft from before what it began with was kept is taken as a whole', () => {
    expect(restoreForm(reread({ ...initial, title: 'Older', open: true }), initial, null)).toEqual({ ...initial, title: 'Older' })
  })
})
