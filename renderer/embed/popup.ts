/** The pop-up (J1): opens it from an inline widget, and closes it when it is inactive (A9). */
import { parseWidget, popupFeatures, widgetQuery } from '#contract/pages/widget.ts'
import { t } from '#texts/index.ts'
import { externalLink, make } from './dom.ts'
import { watchInactivity, type Inactivity } from './inactivity.ts'

/** What counts as use of the window. */
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'touchstart', 'focus'] as const

/** Opens the playlist in a pop-up. Returns the notice to show if the browser has blocked it, else null. */
export function openPopup(): HTMLElement | null {
  const query = widgetQuery({ ...parseWidget(new URLSearchParams(location.search)), mode: 'popup' })
  const address = `${location.pathname}${query}`
  if (window.open(address, '', popupFeatures) !== null) return null
  const notice = make('p', 'blocked', `${t.widgetLoader.blocked} `, externalLink(address, '', t.widgetLoader.open))
  notice.setAttribute('role', 'alert')
  return notice
}

/** Applies the inactivity rule to this window. */
export function closeWhenInactive(): Inactivity {
  const stay = make('button', '', t.widget.stay)
  stay.type = 'button'
  const notice = make('div', 'closing', make('span', '', t.widget.closing), stay)
  notice.setAttribute('role', 'alert')
  const inactivity = watchInactivity({
    onWarning(isShown) {
      if (isShown) document.body.append(notice)
      else notice.remove()
    },
    onLimit: () => window.close(),
  })
  stay.addEventListener('click', inactivity.reset)
  for (const type of inputs) addEventListener(type, inactivity.reset, { passive: true, capture: true })
  return inactivity
}
