/**
 * A claiming process of the queue benchmark: claims and completes jobs until it has done its share, then prints the
 * duration of each claim in milliseconds. Works with the stores of the commit in SOURCE, so both versions run the same.
 */
import { join } from 'node:path'
import { argv, env, stdout } from 'node:process'

const { openStores } = await import(join(env.SOURCE ?? '', 'tests/support/open-stores.ts'))
const stores = await openStores({ databaseUrl: env.DATABASE_URL, maxConnections: 4 })
// Before the job queue, the queue itself claimed several.
const claim = stores.claim ?? stores.queue.claim
const share = Number(argv[2])
const durations: number[] = []
stdout.write('ready\n')
await new Promise(resolve => process.stdin.once('data', resolve))
while (durations.length < share) {
  const startedMs = performance.now()
  const [job] = await claim('short', 1)
  durations.push(performance.now() - startedMs)
  if (job && argv[3] === 'complete') await stores.queue.complete(job)
}
await stores.close()
stdout.write(`${JSON.stringify(durations)}\n`, () => process.exit())
