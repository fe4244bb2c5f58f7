/** Renders first screens on the server, from the same components as the browser. Built as a module of its own, without side effects. */
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import type { RenderScreen } from '#contract/pages/render.ts'
import { setCookieSource } from '#data/cookies.ts'
import { preload, type PreloadedAnswer } from '#data/preload.ts'
import { setRenderConditions } from '#ui/hydration.ts'
import { App } from './app/App.tsx'
import { loadScreens } from './app/screens.ts'
import { createServerStore } from './app/store.ts'

// Also the endpoints that the screens add to the API.
await loadScreens()

/** What React renders in place of a boundary whose content failed. */
const failedBoundary = '<!--$!-->'

export const render: RenderScreen = ({ path, search, answers, cookies, conditions }) => {
  const store = createServerStore()
  preload(store.dispatch, answers as readonly PreloadedAnswer[])
  setCookieSource(() => cookies)
  setRenderConditions(conditions)
  try {
    const html = renderToString(
      <StrictMode>
        <App store={store} address={{ path, search }} />
      </StrictMode>,
    )
    // React continues after a component failed, and leaves this to the browser.
    if (html.includes(failedBoundary)) throw new Error('a component failed')
    return html
  } finally {
    setCookieSource(() => '')
  }
}
