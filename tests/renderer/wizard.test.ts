import { beforeAll, describe, expect, it } from 'vitest'
import type { Media, Post } from '#contract/schemas.ts'
import { messages } from '#contract/messages.ts'
import { unpostedLines, postLink, tallyOf, pauseText, type BulkCalls, type Row } from '../../renderer/screens/addPost/bulk.ts'
import {
  parseDraft,
  needsParent,
  bodyOf,
  displayTitle,
  emptyForm,
  factsOf,
  initialEditForm,
  hasUnsavedInput,
  draftOf,
  problemsOf,
  restoreDraft,
  timeText,
  mediumFields,
  withCopyMoved,
  withoutMedium,
  withProposedTags,
  type Form,
  type Draft,
} from '../../renderer/screens/addPost/form.ts'
import {
  isPictureAddress,
  joinLines,
  singleLinkIn,
  looksLikeLink,
  splitBatch,
  multipleLinksIn,
} from '../../renderer/screens/addPost/links.ts'
import {
  back,
  go,
  isOpen,
  next,
  nextText,
  toVisibleStep,
  visibleSteps,
  type Facts,
  type Mode,
  type Position,
} from '../../renderer/screens/addPost/machine.ts'
import { t } from '#texts/index.ts'

beforeAll(() => {
  Object.assign(globalThis, { location: new URL('https://strand.example/') })
})

const facts = (changes: Partial<Facts> = {}): Facts => ({
  mode: 'add',
  known: false,
  media: null,
  uploaded: false,
  textOnly: false,
  bead: false,
  filled: [],
  ...changes,
})
const at = (step: Position['step'], preview = false): Position => ({ step, preview })

describe('D1 D9 the steps', () => {
  it.each<[string, Partial<Facts>, string[]]>([
    ['add', {}, ['media', 'bead', 'info', 'write']],
    ['add into a playlist that is known', { known: true, bead: true }, ['media', 'info', 'write']],
    ['add of nothing but words', { textOnly: true }, ['bead', 'write']],
    ['the same, the playlist known', { textOnly: true, known: true, bead: true }, ['write']],
    ['edit', { mode: 'edit', known: true, bead: true }, ['media', 'info', 'write']],
    ['repost', { mode: 'repost' }, ['bead']],
    ['challenge', { mode: 'challenge', known: true, bead: true }, ['media', 'student', 'teacher', 'confirm']],
  ])('D1 of %s', (_name, changes, steps) => {
    expect(visibleSteps(facts(changes))).toEqual(steps)
  })

  it('D1 the next button reads Next, then Preview on the last step, then Post! in preview', () => {
    const all = facts({ media: 'video', bead: true })
    expect(visibleSteps(all).map((step) => t.wizard[nextText(at(step), all)])).toEqual(['Next', 'Next', 'Next', 'Preview'])
    expect(t.wizard[nextText(at('write', true), all)]).toBe('Post!')
    expect(next(at('write'), all)).toEqual(at('write', true))
    expect(next(at('write', true), all)).toBe('send')
  })

  it('D1 steps are skipped if hidden or flagged skip', () => {
    expect(next(at('media'), facts({ media: 'video', known: true, bead: true }))).toEqual(at('info'))
    expect(next(at('bead'), facts({ media: 'webpage', bead: true }))).toEqual(at('write'))
    expect(next(at('media'), facts({ media: 'image', uploaded: true, known: true, bead: true }))).toEqual(at('write'))
    expect(back(at('write'), facts({ media: 'webpage', bead: true }))).toEqual(at('bead'))
    // Gone past, but there for who wants it.
    expect(visibleSteps(facts({ media: 'webpage', bead: true }))).toContain('info')
  })

  it('D9 what is hidden under somebody leaves them at the next step', () => {
    expect(toVisibleStep(at('media'), facts({ textOnly: true }))).toEqual(at('bead'))
    expect(toVisibleStep(at('media', true), facts({ textOnly: true, known: true, bead: true }))).toEqual(at('write'))
    expect(toVisibleStep(at('bead'), facts({ textOnly: true }))).toEqual(at('bead'))
  })
})

describe('D13 the guards', () => {
  it('D13 pick playlist needs media or text-only', () => {
    expect(isOpen('bead', facts())).toBe(false)
    expect(isOpen('bead', facts({ media: 'video' }))).toBe(true)
    expect(isOpen('bead', facts({ textOnly: true }))).toBe(true)
  })
  it('D13 write post needs a playlist or an existing post', () => {
    expect(isOpen('write', facts({ media: 'video' }))).toBe(false)
    expect(isOpen('write', facts({ media: 'video', bead: true }))).toBe(true)
    expect(isOpen('write', facts({ mode: 'edit', textOnly: true, bead: true }))).toBe(true)
  })
  it('D13 edit media needs media and a playlist', () => {
    expect(isOpen('info', facts({ media: 'video' }))).toBe(false)
    expect(isOpen('info', facts({ bead: true }))).toBe(false)
    expect(isOpen('info', facts({ media: 'video', bead: true }))).toBe(true)
  })
  it('D13 a step that is not open is not gone to, nor by the next button; preview closes on any step change', () => {
    expect(go(at('media'), 'write', facts())).toEqual(at('media'))
    expect(next(at('media'), facts())).toBeNull()
    const all = facts({ media: 'video', bead: true })
    expect(go(at('write', true), 'info', all)).toEqual(at('info'))
    expect(go(at('write', true), 'write', all)).toEqual(at('write'))
    expect(back(at('write', true), all)).toEqual(at('write'))
  })
  it('E1 each form of a challenge opens the next one', () => {
    const challenge = (changes: Partial<Facts> = {}) => facts({ mode: 'challenge', known: true, bead: true, media: 'video', ...changes })
    expect(isOpen('student', challenge({ media: null }))).toBe(false)
    expect(isOpen('student', challenge())).toBe(true)
    expect(isOpen('teacher', challenge())).toBe(false)
    expect(isOpen('confirm', challenge({ filled: ['student'] }))).toBe(false)
    expect(isOpen('confirm', challenge({ filled: ['student', 'teacher'] }))).toBe(true)
  })
  it('D13 from no step, whatever is there, one goes on to a step that is not open', () => {
    const wrong: string[] = []
    for (const mode of ['add', 'edit', 'repost', 'challenge'] as const satisfies Mode[])
      for (const media of ['video', 'image', 'webpage', null] as const)
        for (const [known, bead] of [
          [true, true],
          [false, true],
          [false, false],
        ] as const)
          for (const textOnly of media === null ? [true, false] : [false])
            for (const filled of [[], ['student'], ['student', 'teacher']] as const) {
              const now = facts({ mode, media, known, bead, textOnly, filled: [...filled] })
              for (const step of visibleSteps(now)) {
                const on = [next(at(step), now), ...visibleSteps(now).map((to) => go(at(step), to, now))]
                for (const to of on)
                  if (to !== null && to !== 'send' && to.step !== step && !isOpen(to.step, now))
                    wrong.push(JSON.stringify({ now, step, to }))
                const before = back(at(step), now)
                if (before !== null && !visibleSteps(now).includes(before.step)) wrong.push(JSON.stringify({ now, step, before }))
              }
            }
    expect(wrong).toEqual([])
  })
})

const video: Media = {
  type: 'video',
  href: 'https://www.youtube.com/watch?v=abc',
  title: 'A song',
  source: 'YouTube',
  duration: 100,
  media: [],
}
const form = (changes: Partial<Form> = {}): Form => ({
  ...emptyForm('add', { id: 'b1', title: 'Mine' }),
  ...mediumFields(video),
  fresh: true,
  who: ['A'],
  ...changes,
})
const begun = emptyForm('add', { id: 'b1', title: 'Mine' })

describe('D3 D6 D9 the fields', () => {
  it('D3 at most 3 artists are in a display title', () => {
    expect(displayTitle(form({ who: ['A', 'B', 'C', 'D'] }))).toBe('A, B, C – A song')
    expect(displayTitle(form({ who: [], what: '' }))).toBe('A song')
  })
  it('D3 media info and who are not required for image or link types', () => {
    const at = { step: 'info', what: '', who: [] } as const
    expect(Object.keys(problemsOf(form(at)))).toEqual(['what', 'who'])
    expect(problemsOf(form({ ...at, media: { ...video, type: 'webpage' } }))).toEqual({})
    expect(problemsOf(form({ ...at, media: { ...video, type: 'image' }, attribution: 'example.org' }))).toEqual({})
  })
  it.each([
    ['1:39', '', {}],
    ['100', '', { start: messages.timeBeyondEnd }],
    ['1:40', '', { start: messages.timeBeyondEnd }],
    ['0:01:39', '', {}],
    ['', '99', {}],
    ['', '1:40', { end: messages.timeBeyondEnd }],
    ['1:00', '0:59', { end: messages.timeOrder }],
    ['1:00', '1:00', { end: messages.timeOrder }],
    ['101', '', { start: messages.timeBeyondEnd }],
    ['0:01:41', '', { start: messages.timeBeyondEnd }],
    ['', '101', { end: messages.timeBeyondEnd }],
    ['', '0', { end: messages.timeOrder }],
    ['1:00', '1:01', {}],
    ['1:39.999', '', {}],
    ['99.999', '', {}],
    ['', '1:39', {}],
    ['', '99.999', {}],
    ['', '100', { end: messages.timeBeyondEnd }],
    ['', '0:01:40', { end: messages.timeBeyondEnd }],
    ['0.5', '75.5', {}],
    ['1:61', '', { start: messages.timeInvalid }],
    ['soon', '', { start: messages.timeInvalid }],
    ['-1', '', { start: messages.timeInvalid }],
  ])('D6 start %j and stop %j, of 100 seconds', (start, end, problems) => {
    expect(problemsOf(form({ step: 'info', start, end }))).toEqual(problems)
  })
  it('D6 the start is 0:00 where nobody says otherwise, and times are shown as m:ss', () => {
    expect(mediumFields(video).start).toBe('0:00')
    expect(mediumFields({ ...video, startTime: 75, endTime: 3700 })).toMatchObject({ start: '1:15', end: '1:01:40' })
    expect([0, 10, 60, 600, 3600, 75.0004, 59.9996, 0.05].map(timeText)).toEqual([
      '0:00',
      '0:10',
      '1:00',
      '10:00',
      '1:00:00',
      '1:15',
      '1:00',
      '0:00.05',
    ])
    // What the API took is sent again as it was.
    const exact = { ...video, startTime: 75.5, endTime: 80.125 }
    expect(mediumFields(exact)).toMatchObject({ start: '1:15.5', end: '1:20.125' })
    expect(bodyOf(form(mediumFields(exact)), begun, null).media).toMatchObject({ startTime: 75.5, endTime: 80.125 })
    expect(bodyOf(form({ start: '75.5', end: '1:20.25' }), begun, null).media).toMatchObject({ startTime: 75.5, endTime: 80.25 })
  })
  it.each([
    ['example.org/a', true],
    ['www.example.org:8080/pic', true],
    ['http://example.org', true],
    ['https://x.example', true],
    ['nowhere', false],
    ['', false],
    ['ftp://example.org', false],
    ['a b', false],
  ])('D5 an image of others names where it is from: %j', (attribution, fine) => {
    const problems = problemsOf(form({ step: 'info', media: { ...video, type: 'image' }, attribution }))
    expect(problems).toEqual(fine ? {} : { attribution: messages.attributionUrl })
  })
  it('D5 http:// is prefixed when missing; what was uploaded needs none', () => {
    expect(problemsOf(form({ step: 'info', media: { ...video, type: 'image' }, uploaded: true, attribution: '' }))).toEqual({})
    const sent = (attribution: string) => bodyOf(form({ media: { ...video, type: 'image' }, attribution }), begun, null).media?.attribution
    expect(['example.org', ' example.org ', 'https://example.org', 'www.example.org:8080/pic'].map(sent)).toEqual([
      'http://example.org',
      'http://example.org',
      'https://example.org',
      'http://www.example.org:8080/pic',
    ])
  })
  it('D9 a headline of 140, no more; it falls back to the media title, and words alone need one', () => {
    const write = (changes: Partial<Form>) => problemsOf(form({ step: 'write', ...changes }))
    expect(write({ title: 'x'.repeat(140) })).toEqual({})
    expect(write({ title: 'x'.repeat(141) })).toEqual({ title: messages.postTitleTooLong })
    expect(write({ title: '' })).toEqual({})
    expect(bodyOf(form({ title: ' ' }), begun, null).title).toBe('A song')
    expect(write({ media: null, kind: 'nomedia', what: '', title: '' })).toEqual({ title: messages.postTitleRequired })
  })
  it('D9 a text of 64000, no more; the placeholder counts as empty', () => {
    const write = (text: string) => problemsOf(form({ step: 'write', text }))
    expect(write('x'.repeat(64_000))).toEqual({})
    expect(write('x'.repeat(64_001))).toEqual({ text: messages.postTextTooLong })
    expect(bodyOf(form({ text: '<b>What do you think?</b>' }), begun, null).description).toBe('')
    expect(bodyOf(form({ text: 'What do you think? I like it.' }), begun, null).description).toBe('What do you think? I like it.')
  })
})

const post = {
  id: 'p1',
  title: 'Theirs',
  description: 'Said before',
  tags: ['One'],
  media: {
    ...video,
    who: ['A'],
    media: [
      { type: 'youtube', uri: 'abc', href: video.href },
      { type: 'file', uri: '/clips/a.mp4', href: '/clips/a.mp4' },
    ],
  },
  bead: { id: 'b1', title: 'Mine' },
} as unknown as Post

describe('D10 BZ1 what is edited', () => {
  it('D10 only what is another is sent', () => {
    const was = initialEditForm(post)
    expect(bodyOf({ ...was, title: 'Mine now' }, was, null)).toEqual({ title: 'Mine now', repeat: false })
    expect(bodyOf({ ...was, tags: ['Two'] }, was, null)).toEqual({ tags: ['Two'], repeat: false })
    // An emptied one is the medium's again.
    expect(bodyOf({ ...was, title: '' }, was, null).title).toBe('A song')
    expect(bodyOf({ ...was, end: '0:30' }, was, null).media).toMatchObject({
      href: video.href,
      startTime: 0,
      endTime: 30,
      media: [{ href: '/clips/a.mp4' }],
    })
  })
  it('D3 D6 D10 what an edit empties is said to be empty; what is new says nothing', () => {
    const was = initialEditForm({ ...post, media: { ...post.media!, what: 'Ours', endTime: 90 } })
    expect(bodyOf({ ...was, what: ' ', who: [], end: '' }, was, null).media).toMatchObject({ what: '', who: [], endTime: null })
    const anew = bodyOf({ ...was, fresh: true, what: ' ', end: '' }, was, null).media
    expect([anew?.what, anew?.endTime]).toEqual([undefined, undefined])
  })
  it('BZ1 the address of a copy that was not added holds the step, and is kept with the draft', () => {
    const at = form({ step: 'info', copyLink: ' https://vimeo.com/1 ' })
    expect(problemsOf(at)).toEqual({ copyLink: t.wizard.copyPending })
    expect(problemsOf({ ...at, copyLink: ' ' })).toEqual({})
    const was = initialEditForm(post)
    expect([hasUnsavedInput(was, was), hasUnsavedInput({ ...was, copyLink: 'x' }, was)]).toEqual([false, true])
    expect(draftOf({ ...was, copyLink: 'x' }, was)).toMatchObject({ copyLink: 'x' })
  })
  it('D10 of another creator, headline and description are wiped at the start', () => {
    const was = initialEditForm({ ...post, borrowedText: true })
    expect([was.title, was.text]).toEqual(['', ''])
  })
  it('BZ1 its further copies are those that the post has, in their order', () => {
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
  ])('BZ1 the copy in place %d goes to place %d; the first one is the main one', (from, to, hrefs) => {
    const was = several()
    const now = { ...was, ...withCopyMoved(was, from, to) }
    expect(set(now)).toEqual(hrefs)
    expect(bodyOf(now, begun, null).media).toMatchObject({ href: hrefs[0], media: hrefs.slice(1).map((href) => ({ href })) })
    expect({ ...was, ...withCopyMoved(now, to, from) }).toEqual(was)
  })
  it('BZ1 D6 another main one keeps what was said of the medium, and its times where it is not known to last 2 seconds longer or shorter', () => {
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
  it('BZ1 an edit sends another main one, and nothing where all are back in their places', () => {
    const was = initialEditForm(post)
    const swapped = { ...was, ...withCopyMoved(was, 1, 0) }
    expect(hasUnsavedInput(swapped, was)).toBe(true)
    expect(bodyOf(swapped, was, null).media).toMatchObject({ href: '/clips/a.mp4', media: [{ href: video.href }] })
    const back = { ...swapped, ...withCopyMoved(swapped, 0, 1) }
    expect(hasUnsavedInput(back, was)).toBe(false)
    expect(bodyOf(back, was, null)).not.toHaveProperty('media')
  })
  it('BZ1 a draft from before copies had streams is read', () => {
    const kept: unknown = JSON.parse(JSON.stringify(form({ copies: [{ href: '/b', title: 'B', source: 'b', type: 'video' } as Media] })))
    expect(parseDraft(['add'])(kept)!.copies).toEqual([{ href: '/b', title: 'B', source: 'b', type: 'video', media: [] }])
  })
  it('D10 nothing of it needs keeping before something is another', () => {
    const was = initialEditForm(post)
    expect(hasUnsavedInput(was, was)).toBe(false)
    expect(hasUnsavedInput({ ...was, tags: [] }, was)).toBe(true)
  })
})

describe('D3 the tags of a medium', () => {
  it('D2 D3 what was proposed with a medium goes with it; what somebody wrote stays', () => {
    const first = form({ ...withProposedTags(form({ tags: ['Mine'] }), ['Night', 'Mine']) })
    expect(first).toMatchObject({ tags: ['Mine', 'Night'], proposed: ['Night'] })
    expect(withoutMedium(first)).toMatchObject({ media: null, tags: ['Mine'], proposed: [] })
    expect(withProposedTags(first, ['Day'])).toEqual({ tags: ['Mine', 'Day'], proposed: ['Day'] })
    // It was taken out, and written again.
    expect(withoutMedium({ ...first, proposed: [] })).toMatchObject({ tags: ['Mine', 'Night'] })
  })
})

describe('D10 the draft of an edit', () => {
  const reread = (value: Draft): Draft => parseDraft(['edit'])(JSON.parse(JSON.stringify(value)))!
  let was: Form
  beforeAll(() => {
    was = initialEditForm(post)
  })
  const back = (changes: Partial<Form>, now = post) => {
    const begins = initialEditForm(now)
    return { begins, restored: restoreDraft(reread(draftOf({ ...was, ...changes }, was)), begins, true) }
  }
  it('D10 restored, it is what was written, and sends only what is another', () => {
    const { begins, restored } = back({ title: 'Mine now' })
    expect(restored).toEqual({ ...was, title: 'Mine now' })
    expect(bodyOf(restored, begins, null)).toEqual({ title: 'Mine now', repeat: false })
    expect(bodyOf(back({ end: '0:30' }).restored, begins, null).media).toMatchObject({ endTime: 30, media: [{ href: '/clips/a.mp4' }] })
  })
  it('D10 taken back, nothing of it needs keeping any more', () => {
    const { begins, restored } = back({ title: 'Mine now' })
    expect(hasUnsavedInput(restored, begins)).toBe(true)
    expect(hasUnsavedInput({ ...restored, title: 'Theirs' }, begins)).toBe(false)
  })
  it('D10 BZ2 it does not cover what was changed of the post meanwhile', () => {
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
  it('D10 a medium that was chosen is kept with all that belongs to it', () => {
    const other: Media = { ...video, href: 'https://vimeo.com/2', title: 'Chosen', media: [] }
    const { restored } = back(
      { ...mediumFields(other), fresh: true, who: ['B'], copies: [] },
      { ...post, media: { ...post.media!, startTime: 9 } },
    )
    expect(restored).toMatchObject({ media: { href: 'https://vimeo.com/2' }, fresh: true, start: '0:00', who: ['B'], copies: [] })
  })
})

describe('E1 the partner challenge', () => {
  const student = {
    studentFirstName: 'Noor',
    studentLastName: 'Haddad',
    studentAge: '18',
    studentCity: 'Halifax',
    studentProvince: 'Nova Scotia',
    studentEmail: 'n@example.org',
    studentTelephone: '+1 902 555 0100',
  }
  const challenge = (changes: Partial<Form>) => form({ mode: 'challenge', ...changes })
  it('E1 all seven student fields are required', () => {
    expect(Object.keys(problemsOf(challenge({ step: 'student' })))).toHaveLength(7)
    expect(problemsOf(challenge({ step: 'student', entry: student }))).toEqual({})
    for (const field of Object.keys(student))
      expect(problemsOf(challenge({ step: 'student', entry: { ...student, [field]: ' ' } })), field).toEqual({
        [field]: messages.partnerRequired,
      })
  })
  it.each([
    ['video', {}],
    ['audio', { media: messages.partnerVideo }],
    ['image', { media: messages.partnerVideo }],
    ['webpage', { media: messages.partnerVideo }],
  ] as const)('E1 it takes videos: %s', (type, problems) => {
    expect(problemsOf(challenge({ step: 'media', media: { ...video, type } }))).toEqual(problems)
    expect(problemsOf(form({ step: 'media', media: { ...video, type } }))).toEqual({})
    // An entry stays one when it is edited.
    expect(problemsOf(form({ mode: 'edit', entered: true, step: 'media', media: { ...video, type } }))).toEqual(problems)
    expect(problemsOf(form({ mode: 'edit', entered: true, step: 'media', media: null, kind: 'nomedia' }))).toHaveProperty('media')
  })
  it('E1 an age under 18 asks for a parent', () => {
    expect(['17', '18', '', 'x'].map((studentAge) => needsParent({ entry: { studentAge } }))).toEqual([true, false, false, false])
  })
  it('E1 name, e-mail and telephone of the teacher are required; release and rules both', () => {
    expect(Object.keys(problemsOf(challenge({ step: 'teacher' })))).toEqual(['teacherName', 'teacherEmail', 'teacherTelephone'])
    expect(Object.keys(problemsOf(challenge({ step: 'confirm' })))).toEqual(['release', 'rules'])
    expect(Object.keys(problemsOf(challenge({ step: 'confirm', release: true })))).toEqual(['rules'])
    expect(problemsOf(challenge({ step: 'confirm', release: true, rules: true }))).toEqual({})
  })
  it('E1 what was filled in is sent, and opens the steps', () => {
    const filled = challenge({ entry: { ...student, teacherName: 'L', teacherEmail: 'l@example.org', teacherTelephone: '902 555 0101' } })
    expect(factsOf(filled, true).filled).toEqual(['student', 'teacher'])
    expect(bodyOf(filled, begun, null).partnerMetaData).toMatchObject({
      studentAge: 18,
      studentCity: 'Halifax',
      teacherName: 'L',
      confirmRelease: true,
      confirmRules: true,
    })
  })
})

describe('D2 D5 what is an address', () => {
  const linesOf = (text: string) => multipleLinksIn(text).map((entry) => (entry.isLink ? entry.text : `(${entry.text})`))
  it('D2 words are looked for, addresses looked up; several of them are several posts', () => {
    expect(['http://a.example', 'a.example/x', 'night songs', 'night', '/clips/a.mp4'].map(looksLikeLink)).toEqual([
      true,
      true,
      false,
      false,
      true,
    ])
    expect(linesOf('https://a.example/1\nhttps://a.example/2 https://a.example/1')).toEqual(['https://a.example/1', 'https://a.example/2'])
    expect(multipleLinksIn('https://a.example/1')).toEqual([])
    expect(multipleLinksIn('see https://a.example/1')).toEqual([])
  })
  it.each<[string, string[]]>([
    ['https://a.example/1\nMy songs\nhttps://a.example/2', ['https://a.example/1', '(My songs)', 'https://a.example/2']],
    ['https://a.example/1 ↵ My songs ↵ https://a.example/2', ['https://a.example/1', '(My songs)', 'https://a.example/2']],
    ['1. First: https://a.example/1\r\n\r\n- https://a.example/2.\n\n', ['https://a.example/1', 'https://a.example/2']],
    ['both https://a.example/1, and (https://a.example/2)!', ['https://a.example/1', 'https://a.example/2']],
    ['[One](https://a.example/1) <https://a.example/2>', ['https://a.example/1', 'https://a.example/2']],
    [
      'https://a.example/x,y\nhttps://a.example/R.E.M.\nhttps://a.example/A_(b)',
      ['https://a.example/x,y', 'https://a.example/R.E.M.', 'https://a.example/A_(b)'],
    ],
    ['https://a.example/1,https://a.example/2', ['https://a.example/1', 'https://a.example/2']],
    [
      'https://a.example/1\nyoutu.be/abc\nwww.b.example\nnode.js\nhttps://',
      ['https://a.example/1', 'youtu.be/abc', 'www.b.example', '(node.js)', '(https://)'],
    ],
    ['https://a.example/1\nwords\nwords\nhttps://a.example/1', []],
    ['node.js\nvue.js', []],
  ])('D2 of %j each link is one, and a line without any is told of', (text, lines) => {
    expect(linesOf(text)).toEqual(lines)
    // The box has one line, and says the same again.
    expect(linesOf(joinLines(text.split('\n')))).toEqual(lines)
  })
  it('D2 the one link among pasted words is what is meant', () => {
    expect(
      ['Listen to this: https://a.example/1!', 'A song\nhttps://a.example/1', '“Night” https://a.example/1 via app'].map(singleLinkIn),
    ).toEqual(Array(3).fill('https://a.example/1'))
    expect(['https://a.example/1', 'night songs', 'https://a.example/1 https://a.example/2', '', 'a https://'].map(singleLinkIn)).toEqual(
      Array(5).fill(null),
    )
    expect(joinLines(['night', ' ', 'songs'])).toBe('night songs')
  })
  it.each([
    [99, 0],
    [100, 0],
    [101, 1],
    [205, 105],
  ])('D2 of %d links up to 100 go at once, with the lines among them, and %d come after', (count, beyond) => {
    const entries = Array.from({ length: count }, (_, n) => [
      { text: `https://a.example/${n}`, isLink: true },
      { text: `About ${n}`, isLink: false },
    ]).flat()
    const { batch: taken, rest } = splitBatch(entries)
    expect(taken.filter(({ isLink }) => isLink)).toHaveLength(Math.min(count, 100))
    expect(rest.filter(({ isLink }) => isLink)).toHaveLength(beyond)
    expect([...taken, ...rest]).toEqual(entries)
  })
  it('D5 links ending jpg, jpeg or png are used directly', () => {
    expect(
      [
        'https://a.example/x.jpg',
        'https://a.example/x.JPEG?w=2',
        'https://a.example/x.png',
        'https://a.example/x.gif',
        'https://a.example/jpg',
      ].map(isPictureAddress),
    ).toEqual([true, true, true, false, false])
  })
})

describe('D9 drafts', () => {
  it('D9 a form is read as it was kept, and nothing that is none', () => {
    const kept: unknown = JSON.parse(JSON.stringify(form({ text: 'half' })))
    expect(parseDraft(['add', 'challenge'])(kept)).toMatchObject({ text: 'half', mode: 'add' })
    expect([null, 'text', 7, {}, { step: 'media', kind: 'video' }].map(parseDraft(['add']))).toEqual([null, null, null, null, null])
    expect(parseDraft(['edit'])(kept)).toBeNull()
  })
})

describe('bulk paste', () => {
  const failure = (code: string, fields?: Record<string, string>) => Object.assign(new Error(code), { code, status: 400, fields })
  const isFailure = (error: unknown): error is never => error instanceof Error && 'code' in error
  const calls = (changes: Partial<BulkCalls> = {}): BulkCalls => ({
    checkAddress: async () => {},
    post: async (link) => ({ href: `b1/${link}`, title: link }),
    isFailure,
    ...changes,
  })
  const never = new AbortController().signal
  const refuse = (error: Error) => async () => {
    throw error
  }

  it('D2 each link comes to an end of its own', async () => {
    const run = (changes: Partial<BulkCalls>) => postLink('x', false, calls(changes), async () => {}, never)
    expect(await run({})).toEqual({ state: 'posted', href: 'b1/x', title: 'x' })
    expect(await run({ post: refuse(failure('conflict', { href: 'b1/there' })) })).toEqual({ state: 'duplicate', href: 'b1/there' })
    expect(await run({ checkAddress: refuse(failure('not_found')) })).toEqual({ state: 'missing' })
    expect(await run({ post: refuse(failure('network')) })).toEqual({ state: 'failed', message: 'network' })
  })
  it('D2 where the server has had enough it waits longer and longer, and goes on', async () => {
    const waits: number[] = []
    let left = 3
    const post: BulkCalls['post'] = async () => {
      left -= 1
      if (left >= 0) throw failure('too_many_requests')
      return { href: 'b1/x', title: 'x' }
    }
    const outcome = await postLink('x', false, calls({ post }), async (ms) => void waits.push(ms), never)
    expect(outcome.state).toBe('posted')
    expect(waits).toEqual([2000, 10_000, 30_000])
  })
  it('D2 it waits as long as the server says, and says how long that is', async () => {
    const waits: number[] = []
    const tries = [{ retryAfter: 1800 }, {}, null]
    const post: BulkCalls['post'] = async () => {
      const refusal = tries.shift()
      if (refusal) throw Object.assign(failure('too_many_requests'), refusal)
      return { href: 'b1/x', title: 'x' }
    }
    expect((await postLink('x', false, calls({ post }), async (ms) => void waits.push(ms), never)).state).toBe('posted')
    expect(waits).toEqual([1_800_000, 10_000])
    expect(t.bulk.pausing(pauseText(1_800_000))).toBe('That was a lot at once: it goes on by itself in 30:00.')
  })
  it('D2 what is left is what nothing has come of yet; an emptied box needs no keeping', () => {
    const rows = (['posted', 'working', 'duplicate', 'missing', 'failed', 'waiting'] as const).map((state) => ({
      link: state,
      outcome: { state },
    })) as Row[]
    expect(unpostedLines(rows)).toEqual(['working', 'failed', 'waiting'])
    const opened = { ...begun, query: 'https://a.example/1' }
    expect(hasUnsavedInput({ ...opened, query: ' ' }, opened)).toBe(false)
    expect(hasUnsavedInput({ ...opened, query: 'https://a.example/2' }, opened)).toBe(true)
  })
  it('D2 stopped while it is asked what is known of it, it is not posted', async () => {
    const stop = new AbortController()
    const posted: string[] = []
    const outcome = await postLink(
      'x',
      false,
      calls({ checkAddress: async () => stop.abort(), post: async (link) => (posted.push(link), { href: link, title: link }) }),
      async () => {},
      stop.signal,
    )
    expect([outcome, posted]).toEqual([{ state: 'waiting' }, []])
  })
  it('D2 stopped while it waits, it stays open', async () => {
    const stop = new AbortController()
    const outcome = await postLink('x', false, calls({ post: refuse(failure('too_many_requests')) }), async () => stop.abort(), stop.signal)
    expect(outcome).toEqual({ state: 'waiting' })
  })
  it('D2 the report counts', () => {
    const rows = (['posted', 'posted', 'duplicate', 'missing', 'failed', 'waiting', 'words', 'words'] as const).map((state, n) => ({
      link: String(n),
      outcome: { state },
    })) as Row[]
    expect(tallyOf(rows)).toEqual({ posted: 2, duplicate: 1, missing: 1, failed: 1, words: 2, done: 5, links: 6 })
    expect(t.bulk.report(tallyOf(rows))).toBe('2 posted, 1 already there, 1 not found, 1 failed, 2 not links')
  })
})
