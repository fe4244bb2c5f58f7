import type { ServerOptions } from 'node:http'

/**
 * How connections are kept. One that is idle stays open for longer than proxies in front keep theirs (60 s at the most usual
 * ones): where the server closed it first, a request could come just then, and be reset without an answer.
 */
export const connections: ServerOptions = { keepAliveTimeout: 75_000 }
