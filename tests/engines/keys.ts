/** The key codes of WebDriver: https://www.w3.org/TR/webdriver2/#keyboard-actions */
import type { Key } from './driver.ts'

export const special: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  Meta: '\uE03D',
}

/** One key or a combination, such as `Control+b`. */
export function pressed(combination: string): Key[] {
  const values = combination.split('+').map((name) => special[name] ?? name)
  return [
    ...values.map((value) => ({ type: 'keyDown' as const, value })),
    ...values.reverse().map((value) => ({ type: 'keyUp' as const, value })),
  ]
}

export const typed = (text: string): Key[] => [...text].flatMap((character) => pressedOnce(character === '\n' ? special.Enter! : character))

const pressedOnce = (value: string): Key[] => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
]
