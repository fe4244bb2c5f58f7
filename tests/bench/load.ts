import { Pool } from 'undici'

/** Sends `count` requests over `connections` kept-alive connections. Returns the time of each (ms) and the requests per second. */
export async function load(
  origin: string,
  path: string,
  count: number,
  connections: number,
  headers: Record<string, string> = {},
): Promise<{ times: number[]; perSecond: number }> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const times: number[] = []
  let left = count
  const sendRequests = async () => {
    while (left > 0) {
      left -= 1
      const startedAt = performance.now()
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
      await body.dump({ limit: 10_000_000 })
      if (statusCode !== 200) throw new Error(`${path} failed with status ${statusCode}`)
      times.push(performance.now() - startedAt)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, sendRequests))
  const perSecond = count / ((performance.now() - startedAt) / 1000)
  await pool.close()
  return { times, perSecond }
}
