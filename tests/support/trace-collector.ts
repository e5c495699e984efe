/** OTLP/HTTP collector that records the spans it receives. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

type Attributes = Readonly<Record<string, unknown>>

/** OTLP JSON encoding. */
interface TypedAttribute {
  readonly key: string
  readonly value: Attributes
}

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly TypedAttribute[]
  readonly status: { readonly code?: number }
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly TypedAttribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  /** Empty for root spans. */
  readonly parentSpanId: string
  readonly name: string
  readonly startedNs: bigint
  readonly endedNs: bigint
  readonly attributes: Attributes
  /** OTLP status code; 2 is an error. */
  readonly statusCode: number
  readonly resource: Attributes
}

function readSpans({ resourceSpans }: ExportRequest): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans.map(span => readSpan(span, readAttributes(resource.attributes)))),
  )
}

function readSpan(span: SentSpan, resource: Attributes): CollectedSpan {
  const { traceId, spanId, parentSpanId = '', name, status } = span
  if (!/^[0-9a-f]{32}$/.test(traceId) || !/^(?:[0-9a-f]{16}){1,2}$/.test(spanId + parentSpanId))
    throw new Error(`${name} has invalid span ids`)
  return {
    ...{ traceId, spanId, parentSpanId, name, resource },
    startedNs: BigInt(span.startTimeUnixNano),
    endedNs: BigInt(span.endTimeUnixNano),
    attributes: readAttributes(span.attributes),
    statusCode: status.code ?? 0,
  }
}

function readAttributes(list: readonly TypedAttribute[]): Attributes {
  return Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]))
}

export interface TraceCollector {
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** Headers of the last export request. */
  headers(): NodeJS.Dict<string | string[]>
  /** Waits for a matching span. */
  find(matches: (span: CollectedSpan) => boolean): Promise<CollectedSpan>
  /** All received bodies as JSON. */
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
      spans.push(...readSpans(body as ExportRequest))
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers: () => headers,
    received: () => JSON.stringify(bodies),
    async find(matches) {
      for (;;) {
        const found = spans.find(matches)
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
