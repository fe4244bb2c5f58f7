import { beforeAll, describe, expect, it } from 'vitest'
import type { Media } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { initialEditForm, mediumFields, withCopyMoved, type Form } from '../../renderer/screens/addPost/form.ts'
import { parseDraft, hasUnsavedInput, draftOf, restoreDraft, type Draft } from '../../renderer/screens/addPost/formDraft.ts'
import { bodyOf } from '../../renderer/screens/addPost/postBody.ts'
import { problemsOf } from '../../renderer/screens/addPost/validation.ts'
import { initialForm, form, post, video } from './wizard-data.ts'

beforeAll(() => {
  Object.assign(globalThis, { location: new URL('https://strand.example/') })
})

describe('D10 BZ1 editing a post', () => {
  it('D10 an edit sends only changed fields', () => {
    const was = initialEditForm(post)
    expect(bodyOf({ ...was, title: 'Mine now' }, was, null)).toEqual({ title: 'Mine now', repeat: false })
    expect(bodyOf({ ...was, tags: ['Two'] }, was, null)).toEqual({ tags: ['Two'], repeat: false })
    // An empty headline falls back to the medium's title.
    expect(bodyOf({ ...was, title: '' }, was, null).title).toBe('A song')
    expect(bodyOf({ ...was, end: '0:30' }, was, null).media).toMatchObject({
      href: video.href,
      startTime: 0,
      endTime: 30,
      media: [{ href: '/clips/a.mp4' }],
    })
  })
  it('D3 D6 D10 fields emptied by an edit are sent as empty; empty fields of a new medium are omitted', () => {
    const was = initialEditForm({ ...post, media: { ...post.media!, what: 'Ours', endTime: 90 } })
    expect(bodyOf({ ...was, what: ' ', who: [], end: '' }, was, null).media).toMatchObject({ what: '', who: [], endTime: null })
    const newMedia = bodyOf({ ...was, fresh: true, what: ' ', end: '' }, was, null).media
    expect([newMedia?.what, newMedia?.endTime]).toEqual([undefined, undefined])
  })
  it('BZ1 the address of a copy that was not added blocks the step and is saved with the draft', () => {
    const at = form({ step: 'info', copyLink: ' https://vimeo.com/1 ' })
    expect(problemsOf(at)).toEqual({ copyLink: t.wizard.copyPending })
    expect(problemsOf({ ...at, copyLink: ' ' })).toEqual({})
    const was = initialEditForm(post)
    expect([hasUnsavedInput(was, was), hasUnsavedInput({ ...was, copyLink: 'x' }, was)]).toEqual([false, true])
    expect(draftOf({ ...was, copyLink: 'x' }, was)).toMatchObject({ copyLink: 'x' })
  })
  it('D10 a post with borrowed text → headline and description start empty', () => {
    const was = initialEditForm({ ...post, borrowedText: true })
    expect([was.title, was.text]).toEqual(['', ''])
  })
  it('BZ1 the form lists the further copies of the post in order', () => {
    expect(initialEditForm(post).copies.map(({ href }) => href)).toEqual(['/clips/a.mp4'])
  })
  const set = (of: Form) => [of.media, ...of.copies].map((one) => one!.href)
  const long = (href: string, duration?: number): Media => ({ ...video, href, duration })
  const several = (changes: Partial<Form> = {}) => form({ copies: [long('/b', 102), long('/c', 103), long('/d')], ...changes })

  it.each<[number, number, string[]]>([
    [1, 0, ['/b', video.href, '/c', '/d']],
    [3, 0, ['/d', video.href, '/b', '/c']],
    [0, 1, ['/b', video.href, '/c', '/d']],
    [3, 2, [video.href, '/b', '/d', '/c']],
    [1, 2, [video.href, '/c', '/b', '/d']],
  ])('BZ1 moving copy %d to position %d → order %j; the first copy is the main one', (from, to, hrefs) => {
    const was = several()
    const now = { ...was, ...withCopyMoved(was, from, to) }
    expect(set(now)).toEqual(hrefs)
    expect(bodyOf(now, initialForm, null).media).toMatchObject({ href: hrefs[0], media: hrefs.slice(1).map((href) => ({ href })) })
    expect({ ...was, ...withCopyMoved(now, to, from) }).toEqual(was)
  })
  it('BZ1 D6 a new main copy retains the fields of the medium, and its times unless its length differs by 2 seconds or more', () => {
    const was = several({ what: 'Ours', who: ['Ann'], start: '0:10', end: '1:30', title: 'Mine', repeat: true })
    expect({ ...was, ...withCopyMoved(was, 1, 0) }).toMatchObject({
      what: 'Ours',
      who: ['Ann'],
      title: 'Mine',
      start: '0:10',
      end: '1:30',
      repeat: false,
    })
    expect(withCopyMoved(was, 2, 0)).toMatchObject({ start: '0:00', end: '' })
    expect({ ...was, ...withCopyMoved(was, 3, 0) }).toMatchObject({ start: '0:10', end: '1:30' })
    expect(withCopyMoved(was, 2, 1)).not.toHaveProperty('media')
  })
  it('BZ1 an edit sends a changed main copy, and nothing after the order is restored', () => {
    const was = initialEditForm(post)
    const swapped = { ...was, ...withCopyMoved(was, 1, 0) }
    expect(hasUnsavedInput(swapped, was)).toBe(true)
    expect(bodyOf(swapped, was, null).media).toMatchObject({ href: '/clips/a.mp4', media: [{ href: video.href }] })
    const back = { ...swapped, ...withCopyMoved(swapped, 0, 1) }
    expect(hasUnsavedInput(back, was)).toBe(false)
    expect(bodyOf(back, was, null)).not.toHaveProperty('media')
  })
  it('BZ1 a draft of a version without streams in copies is parsed', () => {
    const draft: unknown = JSON.parse(JSON.stringify(form({ copies: [{ href: '/b', title: 'B', source: 'b', type: 'video' } as Media] })))
    expect(parseDraft(['add'])(draft)!.copies).toEqual([{ href: '/b', title: 'B', source: 'b', type: 'video', media: [] }])
  })
  it('D10 an unchanged edit is not saved as a draft; a changed one is', () => {
    const was = initialEditForm(post)
    expect(hasUnsavedInput(was, was)).toBe(false)
    expect(hasUnsavedInput({ ...was, tags: [] }, was)).toBe(true)
  })
})

describe('D10 drafts of edits', () => {
  const reread = (value: Draft): Draft => parseDraft(['edit'])(JSON.parse(JSON.stringify(value)))!
  let was: Form
  beforeAll(() => {
    was = initialEditForm(post)
  })
  const back = (changes: Partial<Form>, now = post) => {
    const begins = initialEditForm(now)
    return { begins, restored: restoreDraft(reread(draftOf({ ...was, ...changes }, was)), begins, true) }
  }
  it('D10 a restored draft contains the written text and sends only changed fields', () => {
    const { begins, restored } = back({ title: 'Mine now' })
    expect(restored).toEqual({ ...was, title: 'Mine now' })
    expect(bodyOf(restored, begins, null)).toEqual({ title: 'Mine now', repeat: false })
    expect(bodyOf(back({ end: '0:30' }).restored, begins, null).media).toMatchObject({ endTime: 30, media: [{ href: '/clips/a.mp4' }] })
  })
  it('D10 a restored draft whose change is reverted is no longer saved', () => {
    const { begins, restored } = back({ title: 'Mine now' })
    expect(hasUnsavedInput(restored, begins)).toBe(true)
    expect(hasUnsavedInput({ ...restored, title: 'Theirs' }, begins)).toBe(false)
  })
  it('D10 BZ2 a restored draft does not overwrite changes made to the post in the meantime', () => {
    const healed = {
      ...post.media!,
      href: 'https://vimeo.com/1',
      title: 'Healed',
      endTime: 20,
      media: [{ type: 'vimeo', uri: '1', href: 'https://vimeo.com/1' }],
    } as Media
    const { begins, restored } = back(
      { text: 'Half written', start: '0:15' },
      { ...post, title: 'Corrected', tags: ['Two'], media: healed },
    )
    expect(restored).toMatchObject({
      text: 'Half written',
      title: 'Corrected',
      tags: ['Two'],
      media: healed,
      start: '0:00',
      end: '0:20',
      copies: [],
    })
    expect(bodyOf(restored, begins, null)).toEqual({ description: 'Half written', repeat: false })
  })
  it('D10 a draft with another medium restores that medium with its fields', () => {
    const other: Media = { ...video, href: 'https://vimeo.com/2', title: 'Chosen', media: [] }
    const { restored } = back(
      { ...mediumFields(other), fresh: true, who: ['B'], copies: [] },
      { ...post, media: { ...post.media!, startTime: 9 } },
    )
    expect(restored).toMatchObject({ media: { href: 'https://vimeo.com/2' }, fresh: true, start: '0:00', who: ['B'], copies: [] })
  })
})

describe('D9 drafts of new posts', () => {
  it('D9 a stored form is parsed; anything else and a form of another mode is null', () => {
    const draft: unknown = JSON.parse(JSON.stringify(form({ text: 'half' })))
    expect(parseDraft(['add', 'challenge'])(draft)).toMatchObject({ text: 'half', mode: 'add' })
    expect([null, 'text', 7, {}, { step: 'media', kind: 'video' }].map(parseDraft(['add']))).toEqual([null, null, null, null, null])
    expect(parseDraft(['edit'])(draft)).toBeNull()
  })
})
