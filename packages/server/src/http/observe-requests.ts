/** Counts and follows every request: how it was answered and how long it took, by the pattern of its route. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebMetrics } from '../ports/metrics.ts'
import type { Span, Tracer } from '../ports/tracer.ts'

const probes: ReadonlySet<string> = new Set(['/healthz', '/livez', '/metrics'])
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null
  }
}

/** Must stand before every other hook, so that nothing is left out. */
export function registerRequestObservation(
  app: FastifyInstance,
  { metrics, tracer }: { metrics: WebMetrics; tracer: Tracer },
): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, reply, done) => {
    const route = routeOf(request)
    const method = methods.has(request.method) ? request.method : 'other'
    const isFollowed = !probes.has(route)
    const span = isFollowed ? openSpan(tracer, request, `${method} ${route}`, { method, route }) : null
    request.span = span
    if (span?.traceId !== undefined) {
      request.log = request.log.child({ traceId: span.traceId })
      reply.log = request.log
    }
    // Not onResponse: of a client that went away it hears nothing.
    reply.raw.once('close', () => {
      const status = reply.raw.writableFinished ? `${Math.floor(reply.statusCode / 100)}xx` : 'aborted'
      metrics.requestCompleted({ method, route, status, seconds: reply.elapsedTime / 1000 })
      if (span) endSpan(span, reply, status)
    })
    if (span) span.run(done)
    else done()
  })
  // A body is read by events of its connection, which know of no span: here the request finds its own again.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done)
    else done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream'))
      reply.raw.once('close', metrics.streamOpened())
    done()
  })
}

/** Patterns only: what stands in an address is somebody's, and there is no end to it. */
function routeOf(request: FastifyRequest): string {
  const { url } = request.routeOptions
  if (url === undefined) return request.url.startsWith('/api/') ? 'unknown' : 'site'
  // Every file of the built pages is a route of its own.
  return url.startsWith('/api/') || probes.has(url) ? url : 'site'
}

function openSpan(
  tracer: Tracer,
  request: FastifyRequest,
  name: string,
  { method, route }: { method: string; route: string },
): Span {
  const { traceparent } = request.headers
  return tracer.open(name, {
    kind: 'server',
    parent: typeof traceparent === 'string' ? traceparent : null,
    attributes: { 'http.request.method': method, 'http.route': route, 'filesmith.request_id': request.id },
  })
}

function endSpan(span: Span, reply: FastifyReply, status: string): void {
  span.describe({ 'http.response.status_code': reply.statusCode })
  if (status === '5xx' || status === 'aborted') span.fail(status)
  span.end()
}
