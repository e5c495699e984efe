/** Child process that uses the embedded PostgreSQL of a data folder until its stdin closes. */
import { once } from 'node:events'
import { startEmbeddedPostgres } from '../../packages/server/src/adapters/embedded-postgres/start-embedded-postgres.ts'

const [dataDir = ''] = process.argv.slice(2)
const log = { info() {}, warn() {} }
const postgres = await startEmbeddedPostgres({ dataDir, log, isDurable: false })
console.log(JSON.stringify({ pid: postgres.pid, connectionString: postgres.connectionString }))
await once(process.stdin.resume(), 'end')
await postgres.stop()
