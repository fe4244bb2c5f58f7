/**
 * `/embed/{bead}`, `/embed/{post}` and `/embed/p/{uid}`: the widget of other sites (J1). It ignores the session and sets no cookie: it
 * contains only public data, and neither the embedding site nor Strand learns anything about the viewer from it.
 * `contract/pages/widget.ts` has its parameters.
 */
import type { RequestHandler } from 'express'
import type { Config } from '../../../config.ts'
import { embedWords, endpoints, idKind, isUid, messages, pageTitles, type Bead, type PlaylistSort, type Post } from '#contract/index.ts'
import { widgetBuild, widgetEntries } from '#contract/pages/entries.js'
import { parseWidget, widgetSorts, type WidgetOptions, type WidgetTarget } from '#contract/pages/widget.ts'
import { StrandError } from '#http/errors.ts'
import { widgetPolicy } from '#http/security.ts'
import type { Accounts } from '../../accounts/service.ts'
import type { Beads } from '../../beads/service.ts'
import type { Skins } from '../../partner/service.ts'
import type { Posts } from '../../posts/service.ts'
import { createAssets } from '../assets.ts'
import { pageSettings, settingTags, type PageConfig } from '../settings.ts'
import { errorDocument, isShown, widgetDocument, type Frame, type Subject } from './document.ts'
import { widgetStyle } from './style.ts'

/** Seconds for which browsers and proxies reuse the document. */
const maxAgeSeconds = 300
/** Pages of the list that are read at most, if dead posts leave gaps. */
const maxPages = 4
/** Posts of a widget (B9): the standard number, and that of partners. */
const defaultPosts = { standard: 15, partner: 100 } as const

interface Contents {
  accounts: Pick<Accounts, 'member'>
  beads: Pick<Beads, 'get'>
  posts: Pick<Posts, 'list' | 'get' | 'byIds'>
  site: { skins: Skins }
}

/** What a widget shows, before its options apply. */
interface Source {
  subject: Subject
  pageTitle: string
  canonical: string
  /** Tags that may belong to a partner. */
  tags: readonly string[]
  /** One post, or the filter of a list with its default order. */
  list: Post | { filter: ListFilter; sort: PlaylistSort; featuredPostId?: string | undefined }
}

type ListFilter = { bead: string } | { createdby: string }

/** The first posts of the list that are not dead. */
async function readPosts(posts: Contents['posts'], filter: ListFilter, sort: PlaylistSort, count: number): Promise<Post[]> {
  const found: Post[] = []
  for (let from: number | null = 0, pages = 0; from !== null && pages < maxPages && found.length < count; pages += 1) {
    const query = endpoints['GET /api/v0/posts'].query.parse({ ...filter, sort, from, limit: count })
    const page = await posts.list(query, null)
    found.push(...page.results.filter(isShown))
    from = page.next
  }
  return found.slice(0, count)
}

const beadSubject = ({ id, title, creator, href, image, postCount, invitees }: Bead): Subject => ({
  target: id,
  title,
  byline: embedWords.by(creator.name),
  href,
  image,
  postCount,
  isSortable: postCount > 1,
  isOpen: invitees === undefined,
})

/** Reads with the permissions of a visitor: throws `not_found`, and `forbidden` for a draft. */
async function readSource(target: WidgetTarget, { accounts, beads, posts }: Contents): Promise<Source> {
  if (typeof target !== 'string') {
    const { uid, name, image, createdPostCount } = await accounts.member(target.uid, null)
    const subject = {
      target: { uid },
      title: name,
      byline: `@${uid}`,
      href: `/p/${uid}`,
      image,
      postCount: createdPostCount,
      isSortable: createdPostCount > 1,
      isOpen: false,
    }
    return {
      subject,
      pageTitle: pageTitles.member(name, uid),
      canonical: subject.href,
      tags: [],
      list: { filter: { createdby: uid }, sort: 'recent' },
    }
  }
  const post = idKind(target) === 'post' ? await posts.get(target, null) : null
  const bead = await beads.get(post?.bead.id ?? target, null)
  const subject = beadSubject(bead)
  if (post !== null)
    return {
      subject: { ...subject, target, isSortable: false },
      pageTitle: post.title,
      canonical: `/${post.href}`,
      tags: bead.tags,
      list: post,
    }
  const sort = bead.sort ?? (bead.invitees ? 'earliest' : 'recent')
  return {
    subject,
    pageTitle: bead.title,
    canonical: bead.href,
    tags: bead.tags,
    list: { filter: { bead: bead.id }, sort, featuredPostId: bead.featuredPostId },
  }
}

/** The target of a path below `/embed`, with the message if there is none; null if the path is no widget. */
function targetOf(path: string): { target: WidgetTarget | null; missing: string } | null {
  const [, folder, name] = /^\/embed\/(p\/)?([^/]+)\/?$/.exec(path) ?? []
  if (name === undefined) return null
  if (folder !== undefined) return { target: isUid(name) ? { uid: name } : null, missing: pageTitles.noMember }
  const kind = idKind(name)
  return { target: kind === 'bead' || kind === 'post' ? name : null, missing: kind === 'post' ? pageTitles.noPost : pageTitles.noBead }
}

export function widgetPages(contents: Contents, config: Pick<Config, 'root' | 'viteOrigin' | 'publicUrl'> & PageConfig): RequestHandler {
  const { posts, site } = contents
  const { publicUrl } = config
  const assets = createAssets(config, widgetEntries, widgetBuild)
  const settings = settingTags(pageSettings({ ...config, castAppId: null })).join('\n')

  async function renderWidget(source: Source, options: WidgetOptions, css: string): Promise<string> {
    const { subject, pageTitle, canonical, tags, list } = source
    const skin = site.skins.of(tags) ?? site.skins.byKey(options.partner ?? undefined)
    const count = options.posts ?? (skin === null ? defaultPosts.standard : defaultPosts.partner)
    const sort = 'filter' in list ? (options.sort ?? list.sort) : null
    const shown = 'filter' in list ? await readList(list, options.sort ?? list.sort, count) : [list].filter(isShown)
    const { scripts, styles } = assets('widget')
    const frame: Frame = {
      title: pageTitle,
      theme: options.theme ?? (skin?.white === true ? 'light' : 'auto'),
      css,
      canonical: publicUrl + canonical,
      head: [settings, styles, scripts].join('\n'),
      mode: options.mode,
    }
    return widgetDocument(
      { subject, posts: shown, options, sort: widgetSorts.find((name) => name === sort) ?? null, skin, publicUrl },
      frame,
    )
  }

  /** The post that an admin featured comes first, as on the page of the playlist. */
  async function readList({ filter, featuredPostId }: Exclude<Source['list'], Post>, sort: PlaylistSort, count: number): Promise<Post[]> {
    const featured = featuredPostId === undefined ? [] : [...(await posts.byIds([featuredPostId], null)).values()].filter(isShown)
    const found = await readPosts(posts, filter, sort, count)
    // Top excludes posts without activity, so it may be empty.
    const listed = found.length === 0 && sort === 'top' ? await readPosts(posts, filter, 'recent', count) : found
    return [...featured, ...listed.filter(({ id }) => id !== featuredPostId)].slice(0, count)
  }

  async function render(
    { target, missing }: NonNullable<ReturnType<typeof targetOf>>,
    options: WidgetOptions,
    css: string,
  ): Promise<{ status: number; html: string }> {
    const failed = (status: number, message: string) => ({
      status,
      html: errorDocument(message, publicUrl, { title: '', theme: options.theme ?? 'auto', css }),
    })
    if (target === null) return failed(404, missing)
    try {
      return { status: 200, html: await renderWidget(await readSource(target, contents), options, css) }
    } catch (error) {
      if (!(error instanceof StrandError)) throw error
      if (error.code === 'not_found') return failed(404, missing)
      if (error.code === 'forbidden') return failed(403, messages.draftHidden)
      throw error
    }
  }

  return async (request, response, next) => {
    const found = targetOf(request.path)
    if (found === null || (request.method !== 'GET' && request.method !== 'HEAD')) return next()
    const queryStart = request.originalUrl.indexOf('?')
    const options = parseWidget(new URLSearchParams(queryStart < 0 ? '' : request.originalUrl.slice(queryStart)))
    const css = widgetStyle(options.accent)
    const { status, html } = await render(found, options, css)
    // The only page that other sites may frame, and open in a window that they can still reach: to focus it again (J1).
    for (const name of ['X-Frame-Options', 'Cross-Origin-Opener-Policy']) response.removeHeader(name)
    response
      .status(status)
      .set({
        'Content-Security-Policy': widgetPolicy(config, css),
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Cache-Control': status === 200 ? `public, max-age=${maxAgeSeconds}` : 'no-cache',
      })
      .type('html')
      .send(html)
  }
}
