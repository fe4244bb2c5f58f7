/**
 * `/tv`: the page of a television (BZ3). Its document has no gate and no data: the browser is older than those of the website, and the
 * television has a session of its own.
 */
import type { RequestHandler } from 'express'
import type { Config } from '../../config.ts'
import { language, messages } from '#contract/index.ts'
import { tvEntry } from '#contract/pages/entries.js'
import { createAssets } from './assets.ts'
import { escapeHtml, tag } from './html.ts'

export function televisionPage(config: Pick<Config, 'root' | 'viteOrigin' | 'dailymotionPlayerId'>): RequestHandler {
  const assets = createAssets(config, { tv: tvEntry }, tvEntry)
  const { dailymotionPlayerId } = config
  return (request, response, next) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !/^\/tv\/?$/.test(request.path)) return next()
    const { scripts, styles } = assets('tv')
    response.set('Cache-Control', 'no-cache').type('html').send(`<!doctype html>
${tag('html', { lang: language.lang, dir: language.dir })}
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(messages.tvTitle)}</title>
${dailymotionPlayerId === null ? '' : tag('meta', { name: 'dailymotion-player-id', content: dailymotionPlayerId })}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${styles}
${scripts}
</head>
<body>
<div id="root"></div>
<p id="waiting">${escapeHtml(messages.tvNotStarted)}</p>
</body>
</html>
`)
  }
}
