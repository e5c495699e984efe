/** Records metrics and a trace span for every request: status and duration by route pattern. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ActivityTracker } from '../ports/activity.ts'
import type { WebMetrics } from '../ports/metrics.ts'
import type { Span, Tracer } from '../ports/tracer.ts'

const probes: ReadonlySet<string> = new Set(['/healthz', '/livez', '/metrics'])
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null
  }
}

/** Must be registered before every other hook that can reject a request, so that every request is counted. */
export function registerRequestObservation(
  app: FastifyInstance,
  { metrics, tracer, activity }: { metrics: WebMetrics; tracer: Tracer; activity: ActivityTracker },
): void {
  const runWithin = (request: FastifyRequest, done: () => void) => {
    const { id: requestId, method, span } = request
    const route = routeOf(request)
    activity.run({ requestId, method, route }, () => (span ? span.run(done) : done()))
  }
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
    // Not onResponse, which does not run if the client disconnects.
    reply.raw.once('close', () => {
      const status = reply.raw.writableFinished ? `${Math.floor(reply.statusCode / 100)}xx` : 'aborted'
      metrics.requestCompleted({ method, route, status, seconds: reply.elapsedTime / 1000 })
      if (span) endSpan(span, reply, status)
    })
    runWithin(request, done)
  })
  // Body parsing runs in socket events without the async context of the request: restore it here.
  app.addHook('preValidation', (request, _reply, done) => runWithin(request, done))
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream'))
      reply.raw.once('close', metrics.streamOpened())
    done()
  })
}

/** Route patterns only: paths contain private ids and would make label cardinality unbounded. */
function routeOf(request: FastifyRequest): string {
  const { url } = request.routeOptions
  if (url === undefined) return request.url.startsWith('/api/') ? 'unknown' : 'site'
  // Every static file has its own route.
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
