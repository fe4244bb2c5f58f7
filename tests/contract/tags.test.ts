import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { isTag, normaliseTag, normaliseTags, tagKey } from '#contract/rules/tags.ts'

describe('R25 normalising a tag', () => {
  it.each([
    // Words are capitalised and joined; characters that are neither letters nor digits are removed.
    ['deep house', 'DeepHouse'],
    ['hip-hop!', 'HipHop'],
    ['#jazz', 'Jazz'],
    ['  late   night ', 'LateNight'],
    ['snake_case', 'SnakeCase'],
    ['90s', '90s'],
    // Capital letters are preserved.
    ['NASA launch', 'NASALaunch'],
    // Accents are folded.
    ['Café del Mar', 'CafeDelMar'],
    ['Ångström', 'Angstrom'],
    ['ｆｕｌｌ', 'Full'],
    // "&" counts only between words, of any script.
    ['rock & roll', 'RockAndRoll'],
    ['R&B', 'RAndB'],
    ['Мир & Труд', 'МирAndТруд'],
    ['日本&中国', '日本And中国'],
    ['7 & 8', '7And8'],
    ['& co', 'Co'],
    ['rock &', 'Rock'],
    ['&', ''],
    ['a & ! b', 'AB'],
    ['', ''],
    [' - ', ''],
    ['🎧', ''],
  ])('R25 %j → %j', (written, tag) => {
    expect(normaliseTag(written)).toBe(tag)
    expect(normaliseTag(tag)).toBe(tag)
    expect(isTag(written)).toBe(tag !== '')
  })
  it('R25 a long tag → cut to the maximum length', () => {
    expect(normaliseTag('x'.repeat(limits.tags.length + 20))).toHaveLength(limits.tags.length)
  })
  it('R25 two spellings are one tag; of several the first is retained', () => {
    expect(tagKey('Deep house')).toBe(tagKey('DEEP-HOUSE'))
    expect(normaliseTags(['Jazz', '#JAZZ', '', ' & ', 'deep house', 'Deephouse'])).toEqual(['Jazz', 'DeepHouse'])
    expect(normaliseTags(Array.from({ length: limits.tags.count + 5 }, (_, n) => `tag ${n}`))).toHaveLength(limits.tags.count)
  })
})
