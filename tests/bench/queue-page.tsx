/** A page with only the queue panel, with the number of items in the address, or with a plain box of the same height. */
import { configureStore } from '@reduxjs/toolkit'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import '#ui/tokens.css'
import '#ui/base.css'
import QueuePanel from '#widgets/player/queue/QueuePanel.tsx'
import { emptyQueue, type QueueItem } from '#player/index.ts'
import { reducer } from '#player/reducer.ts'
import { initialState } from '#player/state.ts'

const query = new URLSearchParams(location.search)
const count = Number(query.get('items'))
const names = (query.get('pictures') ?? '').split(',').filter((name) => name !== '')
// Object URLs, so that the network of the test is not measured.
const pictures = await Promise.all(names.map(async (name) => URL.createObjectURL(await (await fetch(`/pictures/${name}`)).blob())))

const item = (n: number): QueueItem => ({
  id: `q${n + 1}`,
  postId: `p${n}`,
  href: `b/${n}`,
  title: `Number ${n}, which has a title of an ordinary length`,
  creator: `Member ${n % 37}`,
  bead: { id: 'b', title: 'A playlist' },
  image: pictures[n % pictures.length]!,
  duration: 100 + (n % 300),
  type: 'audio',
  streams: [{ type: 'file', uri: `https://example.org/${n}.mp3`, href: `https://example.org/${n}.mp3` }],
})

const store = configureStore({
  reducer: { player: reducer },
  preloadedState: {
    player: { ...initialState, queue: { ...emptyQueue, items: Array.from({ length: count }, (_, n) => item(n)), index: 0 } },
  },
  // Development checks, which traverse the whole state at every action.
  middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }),
})

/** The floor: the cost of scrolling alone. */
const Plain = () => (
  <div data-scroller style={{ position: 'fixed', insetInlineEnd: 16, insetBlock: '72px 88px', inlineSize: 400, overflowY: 'auto' }}>
    <div style={{ blockSize: count * 60 }} />
  </div>
)

createRoot(document.getElementById('root')!).render(
  <Provider store={store}>{query.has('plain') ? <Plain /> : <QueuePanel onClose={() => undefined} />}</Provider>,
)

/** Scrolls by one step per frame, back at the end. Returns the times between frames (ms). `speed`: px per second. */
function scrollToAndFro(seconds: number, speed: number): Promise<number[]> {
  const inside = document.querySelector<HTMLElement>('[data-scroller]') ?? document.querySelector('[role="dialog"] ol')!.parentElement!
  return new Promise((resolve) => {
    const times: number[] = []
    let [direction, startedAt, last] = [1, 0, 0]
    const turn = (now: number) => {
      startedAt ||= now
      if (last > 0) {
        times.push(now - last)
        inside.scrollTop += (direction * speed * (now - last)) / 1000
        if (inside.scrollTop + inside.clientHeight >= inside.scrollHeight - 1) direction = -1
        else if (inside.scrollTop <= 0) direction = 1
      }
      last = now
      if (now - startedAt < seconds * 1000) requestAnimationFrame(turn)
      else resolve(times)
    }
    requestAnimationFrame(turn)
  })
}
Object.assign(window, { scrollToAndFro })
