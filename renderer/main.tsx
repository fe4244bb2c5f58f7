import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/tokens.css'
import './ui/base.css'
import { App } from './app/App.tsx'
import { memberIn, preload, preloadedAnswers } from './app/api/preload.ts'
import { startHistory } from './app/history.ts'
import { followLinks } from './app/links.ts'
import { accompany, createWebPlayer } from './app/player/index.ts'
import { preloadPath } from './app/screens.ts'
import { createStore } from './app/store.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The document has no #root')

const answers = preloadedAnswers(document)
const player = createWebPlayer(document, memberIn(answers))
const store = createStore(player.ports)
const later = preload(store.dispatch, answers)
accompany(store, player)
startHistory()
followLinks(document)

// The first screen's code is on its way already; rendering with it there shows no empty page first.
await preloadPath(location.pathname)
preload(store.dispatch, later)
createRoot(root).render(<StrictMode><App store={store} player={player} /></StrictMode>)
