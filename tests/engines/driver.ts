/** The interface by which the journeys control a browser, with one implementation per protocol. */
export interface Key {
  type: 'keyDown' | 'keyUp'
  /** A character, or a code point of the WebDriver table of keys (`keys.ts`). */
  value: string
}

export interface Tab {
  /** Resolves when the document has loaded. */
  go(address: string): Promise<void>
  reload(): Promise<void>
  /** Resolves at once: a document from the back/forward cache loads nothing. */
  back(): Promise<void>
  /** Runs an expression in the page, awaits its promise and returns its value, which must be serialisable as JSON. */
  evaluate(expression: string): Promise<unknown>
  /** The same in a frame of the page, also one of another origin. `index` is its place among the frames. */
  evaluateInFrame(index: number, expression: string): Promise<unknown>
  /** Presses the main button of the pointer at this point of the viewport, in CSS pixels. */
  click(x: number, y: number): Promise<void>
  /** The same in a frame of the page, in CSS pixels of the viewport of the frame. */
  clickInFrame(index: number, x: number, y: number): Promise<void>
  keys(keys: readonly Key[]): Promise<void>
  /** Chooses files for the first input that matches the selector. */
  attach(selector: string, files: readonly string[]): Promise<void>
  /** PNG. */
  screenshot(): Promise<Buffer>
}

export interface Engine {
  /** Name and version. */
  name: string
  /** The kind of document from which the journeys can go back. */
  backFrom: 'other site' | 'same site'
  /** Starts a new visitor without cookies, storage and cache, and ends the previous one. */
  open(): Promise<Tab>
  /** Ends every process that the engine started and removes its files. */
  close(): Promise<void>
}

/** Shared by WebDriver and WebDriver BiDi, which have the same actions. */
export const clickActions = (x: number, y: number): object[] => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0, origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
]

export const keyActions = (keys: readonly Key[]): object[] => [{ type: 'key', id: 'keyboard', actions: keys }]

/** WebDriver and BiDi serialise the results of scripts differently; a string is the same in both. */
export const asJson = (expression: string): string =>
  `Promise.resolve(${expression}).then((value) => JSON.stringify(value === undefined ? null : value))`
