import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { referenceBefore, formatReference } from '#widgets/lookup/reference.ts'
import { splitTags, parseReference, addTags } from '#widgets/lookup/tags.ts'
import { addArtists } from '#widgets/lookup/ArtistsField.tsx'

describe('D7 tags as they are typed', () => {
  it.each([
    ['jazz', [], 'jazz'],
    ['jazz,', ['jazz'], ''],
    ['jazz; blues, ro', ['jazz', ' blues'], ' ro'],
    ['jazz#ro', ['jazz'], '#ro'],
    ['#jazz #ro', ['#jazz '], '#ro'],
    [',;##', [], '#'],
  ])('D7 the input %j → finished tags %j, unfinished text %j', (text, done, rest) => {
    expect(splitTags(text, { spaces: true })).toEqual({ done, rest })
  })

  it('D7 a space ends a tag; where tags may contain spaces, two spaces do; after "bead" the first space does not', () => {
    expect(splitTags('deep house mu')).toEqual({ done: ['deep', 'house'], rest: 'mu' })
    expect(splitTags('deep house', { spaces: true })).toEqual({ done: [], rest: 'deep house' })
    expect(splitTags('deep house  mu', { spaces: true })).toEqual({ done: ['deep house'], rest: 'mu' })
    expect(splitTags('bead night')).toEqual({ done: [], rest: 'bead night' })
    expect(splitTags('bead night x')).toEqual({ done: ['bead night'], rest: 'x' })
  })

  it('D7 added tags are capitalised, deduplicated and limited in number; a single-tag field replaces its tag', () => {
    expect(addTags(['Jazz'], ['JAZZ', 'deep house', '#blues', '  '])).toEqual(['Jazz', 'DeepHouse', 'Blues'])
    expect(addTags(['Jazz'], ['rock', 'blues'], { single: true })).toEqual(['Blues'])
    expect(addTags(['Jazz'], [' # '], { single: true })).toEqual(['Jazz'])
    expect(
      addTags(
        [],
        Array.from({ length: 40 }, (_, n) => `t${n}`),
      ),
    ).toHaveLength(limits.tags.count)
  })

  it('D7 a handle determines the kind of completion; text without a handle → tags', () => {
    expect(parseReference('@ann')).toEqual({ kind: 'member', text: 'ann', handle: true })
    expect(parseReference('*night')).toEqual({ kind: 'bead', text: 'night', handle: true })
    expect(parseReference('Bead night club')).toEqual({ kind: 'bead', text: 'night club', handle: true })
    expect(parseReference('#ja')).toEqual({ kind: 'tag', text: 'ja', handle: true })
    expect(parseReference('beads')).toEqual({ kind: 'tag', text: 'beads', handle: false })
  })

  it('D7 added artists keep their spelling, are deduplicated and limited to three', () => {
    expect(addArtists(['Björk'], ['björk', ' Sigur  Rós ', '', 'múm', 'FM Belfast'])).toEqual(['Björk', 'Sigur Rós', 'múm'])
  })
})

describe('G4 references in a text while it is written', () => {
  it.each([
    ['Hello @an', { kind: 'member', text: 'an', handle: true, length: 3 }],
    ['(#jaz', { kind: 'tag', text: 'jaz', handle: true, length: 4 }],
    ['*Night', { kind: 'bead', text: 'Night', handle: true, length: 6 }],
    ['as in bead night cl', { kind: 'bead', text: 'night cl', handle: true, length: 13 }],
    ['line\n@a.b', { kind: 'member', text: 'a.b', handle: true, length: 4 }],
  ])('G4 the text %j ends with a reference', (text, found) => expect(referenceBefore(text)).toEqual(found))

  it.each(['ann@exa', 'a#b', '5*3', '@', 'hello @ann ', 'beads x', '', 'x'.repeat(5000)])(
    'G4 the text %j does not end with a reference',
    (text) => {
      expect(referenceBefore(text.length > 100 ? `@${text}` : text)).toBeNull()
    },
  )

  it('G4 a member is written with the uid, a tag with its name, a playlist with its title in one word or its id', () => {
    expect(formatReference({ kind: 'member', word: 'ann.lee', id: 'ann.lee' })).toBe('@ann.lee ')
    expect(formatReference({ kind: 'tag', word: 'Jazz', id: 'jazz' })).toBe('#Jazz ')
    expect(formatReference({ kind: 'bead', word: 'NightDrive', id: 'b1' })).toBe('*NightDrive ')
    expect(formatReference({ kind: 'bead', word: '', id: 'b0123' })).toBe('*b0123 ')
  })
})
