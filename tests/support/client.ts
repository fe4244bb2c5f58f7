import { parseSetCookie } from 'cookie'

/** Tests look into answers of every shape, and an expectation says what it wanted. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Anything = any

export interface Reply<T> {
  status: number
  headers: Headers
  body: T
}

export interface RequestOptions {
  /** Over what Strand's own pages send; null takes a header away. */
  headers?: Record<string, string | null>
  /** Sent as it stands, instead of JSON. */
  raw?: BodyInit
}

/** A visitor's browser as far as the API can tell: it keeps cookies and asks as Strand's own pages do. */
export class Client {
  readonly cookies = new Map<string, string>()
  /** A server that starts again may have moved. */
  url: string
  readonly #origin: string | undefined

  /** @param origin of Strand's pages, where that is not `url`. */
  constructor(url: string, origin?: string) {
    this.url = url
    this.#origin = origin
  }

  get<T = Anything>(path: string, options?: RequestOptions): Promise<Reply<T>> {
    return this.request<T>('GET', path, undefined, options)
  }

  post<T = Anything>(path: string, body?: unknown, options?: RequestOptions): Promise<Reply<T>> {
    return this.request<T>('POST', path, body, options)
  }

  delete<T = Anything>(path: string, options?: RequestOptions): Promise<Reply<T>> {
    return this.request<T>('DELETE', path, undefined, options)
  }

  /** The answer's body is parsed where it is JSON, and text otherwise. */
  async request<T = Anything>(method: string, path: string, body?: unknown, { headers = {}, raw }: RequestOptions = {}): Promise<Reply<T>> {
    const sent = new Headers({ 'X-Strand-Request': '1', Origin: this.#origin ?? this.url })
    if (this.cookies.size > 0) sent.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    if (body !== undefined) sent.set('Content-Type', 'application/json')
    for (const [name, value] of Object.entries(headers)) {
      if (value === null) sent.delete(name)
      else sent.set(name, value)
    }
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(this.url + path, {
      method,
      headers: sent,
      redirect: 'manual',
      ...(payload !== undefined && { body: payload }),
    })
    this.keep(response.headers)
    const text = await response.text()
    const json = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
    return { status: response.status, headers: response.headers, body: (json ? JSON.parse(text) : text) as T }
  }

  private keep(headers: Headers): void {
    for (const header of headers.getSetCookie()) {
      const { name, value, maxAge } = parseSetCookie(header)
      if (maxAge === 0 || value === undefined || value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}
