import { parseSetCookie } from 'cookie'

/** Tests read bodies of all shapes; a failed expectation shows the difference. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Anything = any

export interface Reply<T> {
  status: number
  headers: Headers
  body: T
}

export interface RequestOptions {
  /** Overrides the headers that Strand's pages send; null removes a header. */
  headers?: Record<string, string | null>
  /** A body that is sent unchanged instead of JSON. */
  raw?: BodyInit
}

/** An HTTP client that stores cookies and sends the headers of Strand's pages, like the browser of a visitor. */
export class Client {
  readonly cookies = new Map<string, string>()
  /** Writable: a restarted server may have another port. */
  url: string
  readonly #origin: string | undefined

  /** @param origin the origin of Strand's pages, if it differs from `url`. */
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

  /** Parses the body if it is JSON; otherwise it is text. */
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
