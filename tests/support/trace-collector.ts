/** A collector of traces that keeps what it is told, as OTLP over HTTP writes it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'

const attributesSchema = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform(list => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])))

const spanSchema = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().default(''),
  name: z.string(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes: attributesSchema,
  status: z.object({ code: z.number().default(0) }),
})

const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
})

export type CollectedSpan = z.infer<typeof spanSchema> & { readonly resource: Record<string, unknown> }

export interface TraceCollector {
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** The headers of the last delivery. */
  headers(): NodeJS.Dict<string | string[]>
  /** Waits until a span is there that fits. */
  find(fits: (span: CollectedSpan) => boolean): Promise<CollectedSpan>
  /** As they came. */
  received(): string
  close(): Promise<void>
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  const bodies: unknown[] = []
  let headers: NodeJS.Dict<string | string[]> = {}
  const server = createServer((request, response) => {
    void json(request).then(body => {
      headers = request.headers
      if (request.url !== '/v1/traces') return response.writeHead(404).end()
      bodies.push(body)
      for (const { resource, scopeSpans } of exportSchema.parse(body).resourceSpans)
        for (const span of scopeSpans.flatMap(scope => scope.spans))
          spans.push({ ...span, resource: resource.attributes })
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers: () => headers,
    received: () => JSON.stringify(bodies),
    async find(fits) {
      for (;;) {
        const found = spans.find(fits)
        if (found) return found
        await delay(50)
      }
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
