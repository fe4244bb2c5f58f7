/** User actions and expectations on a page, over any driver. Each of them retries until it succeeds or its time limit is over. */
import type { Tab } from './driver.ts'
import { pressed, typed } from './keys.ts'
import { aim, locate, type Found, type Step } from './locate.ts'

const timeoutMs = 15_000
const pause = 100

type Name = string | RegExp
const stepOf = (name: Name | undefined): Step =>
  name === undefined ? {} : typeof name === 'string' ? { name } : { pattern: name.source, flags: name.flags }

export interface Place {
  role(role: string, name?: Name): Place
  /** Finds by selector, and by text if the role is not specific enough. */
  css(selector: string, text?: Name): Place
  click(): Promise<void>
  /** Replaces the text of a field, key by key. */
  fill(text: string): Promise<void>
  /** Resolves with the text of the element as soon as it exists and matches. */
  shows(text?: Name, limit?: number): Promise<string>
  gone(limit?: number): Promise<void>
  count(): Promise<number>
  /** Runs a function in the page with the first element. */
  run<Result, Given extends unknown[]>(act: (element: HTMLElement, ...given: Given) => Result, ...given: Given): Promise<Awaited<Result>>
}

export interface Page extends Pick<Place, 'role' | 'css'> {
  tab: Tab
  open(path: string): Promise<void>
  press(...combinations: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Runs a function in the page. It must not use variables of its surroundings. */
  run<Result, Given extends unknown[]>(act: (...given: Given) => Result, ...given: Given): Promise<Awaited<Result>>
  /** Polls until `good` accepts the value. Errors while a page navigates are ignored. */
  until<Value>(what: string, ask: () => Promise<Value>, good: (value: Value) => boolean, limit?: number): Promise<Value>
  path(): Promise<string>
}

export function pageOf(tab: Tab, origin: string): Page {
  const call = (act: (...given: never[]) => unknown, given: readonly unknown[]): Promise<unknown> =>
    tab.evaluate(`(${act.toString()})(...${JSON.stringify(given)})`)

  async function until<Value>(what: string, ask: () => Promise<Value>, good: (value: Value) => boolean, limit = timeoutMs): Promise<Value> {
    let last: unknown
    for (const deadline = Date.now() + limit; ;) {
      try {
        const value = await ask()
        if (good(value)) return value
        last = value
      } catch (error) {
        last = error instanceof Error ? error.message : error
      }
      if (Date.now() > deadline) throw new Error(`${what}: not within ${limit / 1000} s. Last: ${JSON.stringify(last)}`)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  function place(steps: readonly Step[]): Place {
    const described = steps
      .map(
        ({ css, role, name, pattern, flags = '' }) =>
          `${css ?? role}${name === undefined ? '' : ` "${name}"`}${pattern === undefined ? '' : ` /${pattern}/${flags}`}`,
      )
      .join(' › ')
    const look = async (scroll = false) =>
      (await tab.evaluate(`(${aim.toString()})(${locate.toString()}, ${JSON.stringify(steps)}, ${scroll})`)) as Found

    async function click(): Promise<void> {
      let before: Found | undefined
      const found = await until(
        `${described} can be pressed`,
        () => look(true),
        (now) => {
          const still = before?.x === now.x && before.y === now.y
          before = now
          return now.count > 0 && now.covered === null && still
        },
      )
      await tab.click(found.x, found.y)
    }

    const self: Place = {
      role: (role, name) => place([...steps, { role, ...stepOf(name) }]),
      css: (css, text) => place([...steps, { css, ...stepOf(text) }]),
      click,
      async fill(text) {
        await click()
        await tab.keys(pressed('Control+a'))
        await tab.keys([...pressed('Backspace'), ...typed(text)])
      },
      shows: async (text, limit) => {
        const fits = text === undefined ? /(?:)/ : typeof text === 'string' ? null : text
        const found = await until(
          `${described} shows ${text ?? 'something'}`,
          () => look(),
          (now) => now.count > 0 && (fits === null ? now.text.includes(text as string) : fits.test(now.text)),
          limit,
        )
        return found.text
      },
      gone: async (limit) => {
        await until(
          `${described} is gone`,
          () => look(),
          ({ count }) => count === 0,
          limit,
        )
      },
      count: async () => (await look()).count,
      async run(act, ...given) {
        await self.shows()
        return (await tab.evaluate(
          `(${act.toString()})((${locate.toString()})(${JSON.stringify(steps)})[0], ...${JSON.stringify(given)})`,
        )) as never
      },
    }
    return self
  }

  return {
    tab,
    role: (role, name) => place([{ role, ...stepOf(name) }]),
    css: (css, text) => place([{ css, ...stepOf(text) }]),
    open: (path) => tab.go(new URL(path, origin).href),
    press: async (...combinations) => {
      for (const one of combinations) await tab.keys(pressed(one))
    },
    type: (text) => tab.keys(typed(text)),
    run: async (act, ...given) => (await call(act as never, given)) as never,
    until,
    path: async () => (await tab.evaluate('location.pathname + location.search')) as string,
  }
}
