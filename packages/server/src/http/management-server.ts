/** Management port: /metrics, /healthz (readiness) and /livez (liveness). */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SandboxKind } from '@filesmith/contract/schemas/admin'
import type { Log } from '../ports/log.ts'
import type { MetricsPage } from '../ports/metrics.ts'

export interface ManagementServer {
  readonly port: number
  close(): Promise<void>
}

interface ManagementHandlers {
  readonly page: MetricsPage
  /** Throws if the process is not ready. */
  readonly checkHealth: () => Promise<void>
  /** Shown to operators, who alone reach this port. */
  readonly sandboxes: () => Promise<readonly SandboxKind[]>
  /** False if only a restart helps. */
  readonly isAlive: () => boolean
  readonly log: Log
}

/** Longer than an unreachable database takes to fail, shorter than the usual probe timeout. */
const healthTimeoutMs = 3_000

export async function startManagementServer(
  { host, port }: { host: string; port: number },
  answers: ManagementHandlers,
): Promise<ManagementServer> {
  const server = createServer((request, response) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const path = isReading ? request.url?.replace(/\?.*/, '') : undefined
    answer(path, response, answers).catch(error => {
      answers.log.warn({ err: error }, 'management request failed')
      if (!response.headersSent) send(response, 500)
      else response.destroy()
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  const listening = (server.address() as AddressInfo).port
  answers.log.info({ host, port: listening }, 'management port listening')
  return {
    port: listening,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function answer(
  path: string | undefined,
  response: ServerResponse,
  answers: ManagementHandlers,
): Promise<void> {
  if (path === '/metrics') {
    const { contentType, text } = await answers.page.read()
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text)
  } else if (path === '/healthz') {
    if (await isHealthy(answers)) send(response, 200, { sandboxes: await answers.sandboxes() })
    else send(response, 503)
  } else if (path === '/livez') send(response, answers.isAlive() ? 200 : 503)
  else send(response, 404)
}

async function isHealthy({ checkHealth }: ManagementHandlers): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), healthTimeoutMs)
  const healthy = checkHealth().then(
    () => true,
    () => false,
  )
  return Promise.race([healthy, tooLate]).finally(() => clearTimeout(timer))
}

const words: Readonly<Record<number, string>> = {
  200: 'ok',
  404: 'not-found',
  500: 'internal',
  503: 'unavailable',
}

function send(response: ServerResponse, status: number, details: object = {}): void {
  const body = JSON.stringify({ status: words[status], ...details })
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(body)
}
