/**
 * The floor of an endpoint: Node's http module runs the same SQL with the same driver and sends the same bytes. An endpoint cannot be
 * faster.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import Database from 'better-sqlite3'

/** @type {{ database: string, statements: { sql: string, parameters: unknown[] }[], headers: Record<string, string>, body: string }} */
const { database, statements, headers, body } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))

const db = new Database(database, { readonly: true })
db.pragma('cache_size = -32000')
const prepared = statements.map(({ sql, parameters }) => ({ statement: db.prepare(sql), parameters }))
const bytes = Buffer.from(body)

const server = createServer((_request, response) => {
  for (const { statement, parameters } of prepared) statement.all(...parameters)
  response.writeHead(200, headers)
  response.end(bytes)
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`Strand is ready at http://127.0.0.1:${address.port}`)
})
process.on('SIGTERM', () => process.exit(0))
