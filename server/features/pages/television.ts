/**
 * `/tv`, the page of a television, and `/cast/receiver`, the one of a Cast device (BZ3). Their documents have no gate and no data: the
 * browser is older than those of the website, and the television has a session of its own.
 */
import type { RequestHandler } from 'express'
import type { Config } from '../../config.ts'
import { allowCastReceiver } from '#http/security.ts'
import { language, messages } from '#contract/index.ts'
import { tvBuild, tvEntries } from '#contract/pages/entries.js'
import { createAssets } from './assets.ts'
import { escapeHtml, tag } from './html.ts'
import { pageSettings, settingTags, type PageConfig } from './settings.ts'

/** Google's library, which must not be copied. It is a classic script, so it runs before the module. */
const receiverLibrary = 'https://www.gstatic.com/cast/sdk/libs/caf_receiver/v3/cast_receiver_framework.js'

const paths = { '/tv': 'tv', '/cast/receiver': 'receiver' } as const

export function televisionPages(config: Pick<Config, 'root' | 'viteOrigin'> & PageConfig): RequestHandler {
  const assets = createAssets(config, tvEntries, tvBuild)
  const settings = settingTags(pageSettings(config)).join('\n')
  return (request, response, next) => {
    const path = request.path.replace(/\/$/, '')
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !Object.hasOwn(paths, path)) return next()
    const entry = paths[path as keyof typeof paths]
    const { scripts, styles } = assets(entry)
    if (entry === 'receiver') allowCastReceiver(response)
    response.set('Cache-Control', 'no-cache').type('html').send(`<!doctype html>
${tag('html', { lang: language.lang, dir: language.dir })}
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(messages.tvTitle)}</title>
${settings}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${styles}
${entry === 'receiver' ? `${tag('script', { src: receiverLibrary })}</script>` : ''}
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
