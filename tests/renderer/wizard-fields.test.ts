import { beforeAll, describe, expect, it } from 'vitest'
import { messages } from '#contract/messages.ts'
import { displayTitle, timeText, mediumFields, withoutMedium, withProposedTags, type Form } from '../../renderer/screens/addPost/form.ts'
import { bodyOf } from '../../renderer/screens/addPost/postBody.ts'
import { needsParent, factsOf, problemsOf } from '../../renderer/screens/addPost/validation.ts'
import { initialForm, form, video } from './wizard-data.ts'

beforeAll(() => {
  Object.assign(globalThis, { location: new URL('https://strand.example/') })
})

describe('D3 D6 D9 fields of the form', () => {
  it('D3 four artists → the display title names three', () => {
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
  ])('D6 medium of 100 s, start %j and stop %j → problems %j', (start, end, problems) => {
    expect(problemsOf(form({ step: 'info', start, end }))).toEqual(problems)
  })
  it('D3 a detected title of more than 120 characters → cut there, but never within an emoji', () => {
    const titleOf = (title: string) => mediumFields({ ...video, title }).what
    expect(titleOf('x'.repeat(130))).toBe('x'.repeat(120))
    expect(titleOf(`${'x'.repeat(119)}🎻 live`)).toBe('x'.repeat(119))
  })
  it('D6 the start defaults to 0:00; times are shown as m:ss and sent unchanged', () => {
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
    // Fractions of the API survive a round trip.
    const exact = { ...video, startTime: 75.5, endTime: 80.125 }
    expect(mediumFields(exact)).toMatchObject({ start: '1:15.5', end: '1:20.125' })
    expect(bodyOf(form(mediumFields(exact)), initialForm, null).media).toMatchObject({ startTime: 75.5, endTime: 80.125 })
    expect(bodyOf(form({ start: '75.5', end: '1:20.25' }), initialForm, null).media).toMatchObject({ startTime: 75.5, endTime: 80.25 })
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
  ])('D5 attribution %j of an external image → accepted: %j', (attribution, fine) => {
    const problems = problemsOf(form({ step: 'info', media: { ...video, type: 'image' }, attribution }))
    expect(problems).toEqual(fine ? {} : { attribution: messages.attributionUrl })
  })
  it('D5 http:// is prefixed when missing; an uploaded image needs no attribution', () => {
    expect(problemsOf(form({ step: 'info', media: { ...video, type: 'image' }, uploaded: true, attribution: '' }))).toEqual({})
    const sent = (attribution: string) =>
      bodyOf(form({ media: { ...video, type: 'image' }, attribution }), initialForm, null).media?.attribution
    expect(['example.org', ' example.org ', 'https://example.org', 'www.example.org:8080/pic'].map(sent)).toEqual([
      'http://example.org',
      'http://example.org',
      'https://example.org',
      'http://www.example.org:8080/pic',
    ])
  })
  it('D9 headline: at most 140 characters, defaults to the media title, required for text posts', () => {
    const write = (changes: Partial<Form>) => problemsOf(form({ step: 'write', ...changes }))
    expect(write({ title: 'x'.repeat(140) })).toEqual({})
    expect(write({ title: 'x'.repeat(141) })).toEqual({ title: messages.postTitleTooLong })
    expect(write({ title: '' })).toEqual({})
    expect(bodyOf(form({ title: ' ' }), initialForm, null).title).toBe('A song')
    expect(write({ media: null, kind: 'nomedia', what: '', title: '' })).toEqual({ title: messages.postTitleRequired })
  })
  it('D9 text: at most 64000 characters; the placeholder counts as empty', () => {
    const write = (text: string) => problemsOf(form({ step: 'write', text }))
    expect(write('x'.repeat(64_000))).toEqual({})
    expect(write('x'.repeat(64_001))).toEqual({ text: messages.postTextTooLong })
    expect(bodyOf(form({ text: '<b>What do you think?</b>' }), initialForm, null).description).toBe('')
    expect(bodyOf(form({ text: 'What do you think? I like it.' }), initialForm, null).description).toBe('What do you think? I like it.')
  })
})

describe('D3 tags of a medium', () => {
  it('D2 D3 removing a medium removes its proposed tags; typed tags stay', () => {
    const first = form({ ...withProposedTags(form({ tags: ['Mine'] }), ['Night', 'Mine']) })
    expect(first).toMatchObject({ tags: ['Mine', 'Night'], proposed: ['Night'] })
    expect(withoutMedium(first)).toMatchObject({ media: null, tags: ['Mine'], proposed: [] })
    expect(withProposedTags(first, ['Day'])).toEqual({ tags: ['Mine', 'Day'], proposed: ['Day'] })
    // Removed and typed again: no longer a proposed tag.
    expect(withoutMedium({ ...first, proposed: [] })).toMatchObject({ tags: ['Mine', 'Night'] })
  })
})

describe('E1 partner challenge', () => {
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
  ] as const)('E1 a challenge entry with a medium of type %s → problems %j', (type, problems) => {
    expect(problemsOf(challenge({ step: 'media', media: { ...video, type } }))).toEqual(problems)
    expect(problemsOf(form({ step: 'media', media: { ...video, type } }))).toEqual({})
    // The rule also applies to edits of an entry.
    expect(problemsOf(form({ mode: 'edit', entered: true, step: 'media', media: { ...video, type } }))).toEqual(problems)
    expect(problemsOf(form({ mode: 'edit', entered: true, step: 'media', media: null, kind: 'nomedia' }))).toHaveProperty('media')
  })
  it('E1 an age under 18 requires a parent', () => {
    expect(['17', '18', '', 'x'].map((studentAge) => needsParent({ entry: { studentAge } }))).toEqual([true, false, false, false])
  })
  it('E1 name, e-mail and telephone of the teacher, the release and the rules are required', () => {
    expect(Object.keys(problemsOf(challenge({ step: 'teacher' })))).toEqual(['teacherName', 'teacherEmail', 'teacherTelephone'])
    expect(Object.keys(problemsOf(challenge({ step: 'confirm' })))).toEqual(['release', 'rules'])
    expect(Object.keys(problemsOf(challenge({ step: 'confirm', release: true })))).toEqual(['rules'])
    expect(problemsOf(challenge({ step: 'confirm', release: true, rules: true }))).toEqual({})
  })
  it('E1 a completed entry is sent and opens the steps', () => {
    const filled = challenge({ entry: { ...student, teacherName: 'L', teacherEmail: 'l@example.org', teacherTelephone: '902 555 0101' } })
    expect(factsOf(filled, true).filled).toEqual(['student', 'teacher'])
    expect(bodyOf(filled, initialForm, null).partnerMetaData).toMatchObject({
      studentAge: 18,
      studentCity: 'Halifax',
      teacherName: 'L',
      confirmRelease: true,
      confirmRules: true,
    })
  })
})
