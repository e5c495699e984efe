/** Cost of metrics and traces on the cheapest request, where it shows most. */
import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Bench } from './bench.ts'
import { startMeasuredServer } from './support/measured-server.ts'
import { median } from './support/median.ts'

const rounds = 5
const secondsPerRound = 3
const clients = 8
/** Counted and traced, unlike the health probes, and answered without a database query. */
const path = '/api/nothing'

export const bench: Bench = {
  name: 'observability',
  async run() {
    const collector = await startDiscardingCollector()
    const baseSettings = { WARM_START: 'false' }
    const plain = await startMeasuredServer(baseSettings)
    const withMetrics = await startMeasuredServer({ ...baseSettings, METRICS_PORT: '0' })
    const withTraces = await startMeasuredServer({
      ...baseSettings,
      METRICS_PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    })
    try {
      const servers = [plain, withMetrics, withTraces]
      for (const { baseUrl } of servers) await requestsPerSecond(baseUrl)
      const rates: number[][] = servers.map(() => [])
      // Alternating, so that other load on the machine affects all of them.
      for (let round = 0; round < rounds; round += 1)
        for (const [index, { baseUrl }] of servers.entries())
          rates[index]?.push(await requestsPerSecond(baseUrl))
      const [plainRate = 0, metricsRate = 0, tracesRate = 0] = rates.map(median)
      return [
        { what: 'cheapest request, no metrics or traces (median)', value: plainRate, unit: 'requests/s' },
        { what: 'with metrics', value: metricsRate, unit: 'requests/s' },
        { what: 'with metrics and full tracing', value: tracesRate, unit: 'requests/s' },
        { what: 'with metrics against without', value: metricsRate / plainRate, unit: 'x' },
        { what: 'with metrics and traces against without', value: tracesRate / plainRate, unit: 'x' },
      ]
    } finally {
      for (const server of [plain, withMetrics, withTraces]) await server.stop()
      collector.close()
    }
  },
}

async function requestsPerSecond(baseUrl: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const startedMs = performance.now()
  let answered = 0
  const isOver = () => performance.now() - startedMs > secondsPerRound * 1000
  const sendRequests = async () => {
    while (!isOver()) {
      const [response] = await once(get(`${baseUrl}${path}`, { agent }), 'response')
      response.resume()
      await once(response, 'end')
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, sendRequests))
  agent.destroy()
  return answered / ((performance.now() - startedMs) / 1000)
}

/** OTLP collector that accepts and discards everything. */
async function startDiscardingCollector() {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
