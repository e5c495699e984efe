/** Measures whether response times reveal which accounts exist (user enumeration): known against unknown names. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { Bench, BenchRow } from './bench.ts'
import { startMeasuredServer } from './support/measured-server.ts'
import { median } from './support/median.ts'
import { timeMs } from './support/time.ts'

const runs = 60
const plenty = '1000000'

export const bench: Bench = {
  name: 'account-privacy',
  async run() {
    const server = await startMeasuredServer({
      ATTEMPTS_PER_ACCOUNT: plenty,
      ATTEMPTS_FROM_NEW_DEVICES: plenty,
      ATTEMPTS_PER_NETWORK: plenty,
      MAILS_PER_HOUR: plenty,
    })
    const post = (path: string, body: object) => async () => {
      const response = await fetch(server.baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      await response.text()
    }
    try {
      const known = { username: 'vulcan', email: 'vulcan@example.org', password: 'Ember+Anvil 27' }
      await post(apiPaths.register, known)()
      const guess = { password: 'wrong password' }
      return [
        await compare(
          'wrong password, known against unknown user name',
          post(apiPaths.login, { username: 'vulcan', ...guess }),
          post(apiPaths.login, { username: 'unknown', ...guess }),
        ),
        await compare(
          'password reset request, known against unknown address',
          post(apiPaths.forgotPassword, { email: known.email }),
          post(apiPaths.forgotPassword, { email: 'unknown@example.org' }),
        ),
      ]
    } finally {
      await server.stop()
    }
  },
}

async function compare(
  what: string,
  ...requests: readonly [() => Promise<void>, () => Promise<void>]
): Promise<BenchRow> {
  const tookMs: [number[], number[]] = [[], []]
  for (const request of requests) await request()
  for (let run = 0; run < runs; run += 1) {
    for (const index of [0, 1] as const) tookMs[index].push(await timeMs(requests[index]))
  }
  const ratio = median(tookMs[0]) / median(tookMs[1])
  return {
    what: `${what} (${median(tookMs[0]).toFixed(0)} ms, ${median(tookMs[1]).toFixed(0)} ms)`,
    value: ratio,
    unit: 'x',
    goal: '0.9 to 1.1',
    isMet: ratio > 0.9 && ratio < 1.1,
  }
}
