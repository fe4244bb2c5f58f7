/**
 * References in texts (G4, A3): `@uid`, `#word` and `*playlist`. The server resolves them and links those that exist.
 */
import type { DataSource } from 'typeorm'
import { cut, limits, normaliseTag, tagKey } from '#contract/index.ts'
import { idPattern } from '#contract/ids.ts'
import { sql } from '#db/sql.ts'
import { blockersOf } from '../blocks/service.ts'
import { nameKey } from '../words/service.ts'
import { cleanText } from './rich-text.ts'

export interface Composed {
  /** Sanitised, with links. */
  html: string
  /** uids of mentioned members, except the author and members who block the author. */
  mentions: string[]
  /** Normalised tags in their first spelling. */
  tags: string[]
}

export interface Texts {
  /** @param by uid of the author. */
  compose(text: string, by: string): Promise<Composed>
}

/** Only at the start of a word, which excludes `a@b.org` and `&#39;`. A uid does not end with a full stop. */
const reference = /(^|[\s([{"'“‘«—–-]|&quot;)([@#*])([\p{L}\p{N}_][\p{L}\p{N}\p{M}_.]{0,79})/gu
const trailing = /\.+$/

/** Generated reference links, which the editor sends back. */
const generatedLinks = /<a href="\/(?:p|tag)\/[^"]*">([@#][^<]*)<\/a>/g

type Sign = '@' | '#' | '*'

/** Maps the text parts of sanitised HTML outside of links. */
function mapText(html: string, change: (text: string) => string): string {
  let within = false
  return html
    .split(/(<[^>]*>)/)
    .map((part) => {
      if (part.startsWith('<')) within = part.startsWith('<a ') || (within && part !== '</a>')
      return part.startsWith('<') || within ? part : change(part)
    })
    .join('')
}

function referencesIn(html: string): Record<Sign, Set<string>> {
  const found: Record<Sign, Set<string>> = { '@': new Set(), '#': new Set(), '*': new Set() }
  mapText(html, (text) => {
    for (const [, , sign, word] of text.matchAll(reference)) {
      const names = found[sign as Sign]
      if (names.size < limits.mentions) names.add(word!.replace(trailing, ''))
    }
    return text
  })
  return found
}

/** Tags of the tag links in a stored text. */
export const tagsIn = (html: string): string[] =>
  [...html.matchAll(/<a href="\/tag\/[^"]*">#([^<]*)<\/a>/g)].map(([, word]) => normaliseTag(word!))

export function createTexts({ db, publicUrl }: { db: DataSource; publicUrl: string }): Texts {
  /** uids by lower-case name. */
  async function members(names: Set<string>): Promise<Map<string, string>> {
    const keys = [...names].filter((name) => /^[A-Za-z0-9_.]{1,50}$/.test(name)).map((name) => name.toLowerCase())
    if (keys.length === 0) return new Map()
    const rows = await sql<{ uid: string; uidKey: string }>(
      db,
      'SELECT "uid", "uidKey" FROM "member" WHERE "uidKey" IN (:...keys) AND "removedDate" IS NULL',
      { keys },
    )
    return new Map(rows.map(({ uid, uidKey }) => [uidKey, uid]))
  }

  /** Ids by id, or by title as one word; the most followed playlist of that title. */
  async function beads(names: Set<string>): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const name of names) {
      const [row] = await sql<{ id: string }>(
        db,
        idPattern('bead').test(name)
          ? 'SELECT "id" FROM "bead" WHERE "id" = :name AND "isDraft" = FALSE'
          : `SELECT b."id" FROM "word" w JOIN "bead" b ON b."id" = w."entity" WHERE w."kind" = 'name' AND w."word" = :key AND b."isDraft" = FALSE
             ORDER BY b."followerCount" DESC, b."id" LIMIT 1`,
        { name, key: cut(nameKey(name), 64) },
      )
      if (row) found.set(name, row.id)
    }
    return found
  }

  return {
    async compose(text, by) {
      const clean = cleanText(text.replace(generatedLinks, '$1'), publicUrl).replace(generatedLinks, '$1')
      const found = referencesIn(clean)
      const [byKey, beadOf] = await Promise.all([members(found['@']), beads(found['*'])])
      const tags = new Map<string, string>()
      let left: number = limits.links

      const addressOf = (sign: Sign, word: string): string | null => {
        if (sign === '@') return byKey.has(word.toLowerCase()) ? `/p/${byKey.get(word.toLowerCase())!}` : null
        if (sign === '*') return beadOf.has(word) ? `/${beadOf.get(word)!}` : null
        const tag = normaliseTag(word)
        if (tag === '') return null
        if (!tags.has(tagKey(tag))) tags.set(tagKey(tag), tag)
        return `/tag/${encodeURIComponent(tag)}`
      }
      const html = mapText(clean, (part) =>
        part.replace(reference, (all, before: string, sign: Sign, name: string) => {
          const word = name.replace(trailing, '')
          const address = left === 0 ? null : addressOf(sign, word)
          if (address === null) return all
          left -= 1
          return `${before}<a href="${address}">${sign}${word}</a>${name.slice(word.length)}`
        }),
      )
      const named = [...new Set(byKey.values())].filter((uid) => uid !== by)
      const blockers = await blockersOf(db, by, named)
      return { html, mentions: named.filter((uid) => !blockers.has(uid)), tags: [...tags.values()].slice(0, limits.tags.count) }
    },
  }
}
