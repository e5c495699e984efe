/** Exports spans to an OpenTelemetry collector over HTTP in batches; spans that cannot be delivered are dropped. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { toAppError } from '@filesmith/contract/errors'
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import {
  parseKeyPairsIntoRecord,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../../ports/log.ts'
import type { Span, SpanSettings, Tracer } from '../../ports/tracer.ts'

interface OtlpSettings {
  /** Full URL, including the path. */
  readonly url: string
  readonly serviceName: string
  /** name=value,name=value */
  readonly resourceAttributes: string
  readonly sampler: SamplerName
  readonly samplerRatio: number
  readonly deliverEveryMs: number
  readonly role: string
  readonly log: Pick<Log, 'warn'>
}

const shutdownTimeoutMs = 2_000
const warnIntervalMs = 60_000

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER }

export function openOtlpTracer(settings: OtlpSettings): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'filesmith.role': settings.role,
      ...parseKeyPairsIntoRecord(settings.resourceAttributes),
    }),
    sampler: chooseSampler(settings.sampler, settings.samplerRatio),
    // Headers, timeout, compression and certificates are read from the environment by the exporter.
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: settings.url }),
        scheduledDelayMillis: settings.deliverEveryMs,
      }),
    ],
  })
  setGlobalErrorHandler(warnThrottled(settings.log))
  const tracer = provider.getTracer('filesmith')
  const propagator = new W3CTraceContextPropagator()
  // Not the global context manager: several processes composed in one test would share it.
  const activeContext = new AsyncLocalStorage<Context>()
  const currentContext = () => activeContext.getStore() ?? ROOT_CONTEXT

  function contextOf(parent: SpanSettings['parent']): Context {
    if (parent === undefined) return currentContext()
    if (parent === null) return ROOT_CONTEXT
    return propagator.extract(ROOT_CONTEXT, { traceparent: parent }, defaultTextMapGetter)
  }

  function open(name: string, { kind, parent, attributes, startedAt }: SpanSettings = {}): Span {
    const context = contextOf(parent)
    const options = {
      ...(kind && { kind: kinds[kind] }),
      ...(attributes && { attributes }),
      ...(startedAt && { startTime: startedAt }),
    }
    const span = tracer.startSpan(name, options, context)
    return describeSpan(span, work => activeContext.run(trace.setSpan(context, span), work))
  }

  return {
    open,
    async trace(name, spanSettings, work) {
      const span = open(name, spanSettings)
      try {
        return await span.run(() => work(span))
      } catch (error) {
        span.fail(toAppError(error).code)
        throw error
      } finally {
        span.end()
      }
    },
    traceParent() {
      const carrier: Record<string, string> = {}
      propagator.inject(currentContext(), carrier, defaultTextMapSetter)
      return carrier.traceparent ?? null
    },
    traceId: () => trace.getSpanContext(currentContext())?.traceId,
    async close() {
      const flushed = provider.shutdown().catch(() => undefined)
      await Promise.race([flushed, delay(shutdownTimeoutMs, undefined, { ref: false })])
    },
  }
}

function describeSpan(span: OtelSpan, run: Span['run']): Span {
  return {
    traceId: span.spanContext().traceId,
    run,
    describe: attributes => void span.setAttributes(attributes),
    fail(code) {
      span.setAttribute('error.type', code)
      span.setStatus({ code: SpanStatusCode.ERROR, message: code })
    },
    end: () => span.end(),
  }
}

/** A collector outage must not flood the log. */
function warnThrottled(log: Pick<Log, 'warn'>): (error: unknown) => void {
  let lastMs = Number.NEGATIVE_INFINITY
  return error => {
    if (Date.now() - lastMs < warnIntervalMs) return
    lastMs = Date.now()
    log.warn({ err: error }, 'trace export failed, spans dropped')
  }
}

type SamplerName =
  | 'always_on'
  | 'always_off'
  | 'traceidratio'
  | 'parentbased_always_on'
  | 'parentbased_always_off'
  | 'parentbased_traceidratio'

/** Creates the trace sampler for the names that OpenTelemetry defines. */
function chooseSampler(name: SamplerName, ratio: number): Sampler {
  const root = rootSampler(name, ratio)
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

function rootSampler(name: SamplerName, ratio: number): Sampler {
  if (name.endsWith('always_off')) return new AlwaysOffSampler()
  if (name.endsWith('traceidratio')) return new TraceIdRatioBasedSampler(ratio)
  return new AlwaysOnSampler()
}
