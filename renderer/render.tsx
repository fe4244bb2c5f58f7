/** Renders first screens to HTML on the server, from the same components as the browser. Built as a separate bundle. */
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import type { RenderScreen } from '#contract/pages/render.ts'
import { setCookieSource } from '#data/cookies.ts'
import { preload, type PreloadedAnswer } from '#data/preload.ts'
import { setRenderConditions } from '#ui/hydration.ts'
import { App } from './app/App.tsx'
import { loadScreens } from './app/screens.ts'
import { createServerStore } from './app/store.ts'

// Loading the screens also adds their endpoints to the API.
await loadScreens()

/** The marker in React's HTML for a Suspense boundary whose content failed. */
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
    // React does not throw if a component within a Suspense boundary fails: it leaves the boundary to the browser.
    if (html.includes(failedBoundary)) throw new Error('a component failed')
    return html
  } finally {
    setCookieSource(() => '')
  }
}
