/** Settings of metrics and traces. The OTEL_ names are those of the OpenTelemetry specification. */
import { z } from 'zod'
import { flag, webAddress, wholeNumber } from './setting-kinds.ts'

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export const observabilitySettings = {
  METRICS_PORT: wholeNumber(0)
    .max(65_534)
    .optional()
    .describe(
      'Separate port on which a web process or worker serves /metrics, /healthz and /livez. If not set, there is none. With npm start, the web process uses this port and the worker the next one.',
    ),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address that METRICS_PORT listens on. It has no authentication: do not expose it to public networks.',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Bearer token that enables /metrics on the main port of web processes as well. If not set, that path returns 404.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress
    .optional()
    .describe(
      'OpenTelemetry collector that traces are exported to, as OTLP over HTTP with JSON; /v1/traces is appended.',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress
    .optional()
    .describe('Full URL for exporting traces. Takes precedence over OTEL_EXPORTER_OTLP_ENDPOINT.'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe('HTTP headers for the collector, for example an API key: name=value,name=value.'),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: z
    .string()
    .optional()
    .describe('HTTP headers for exporting traces only.'),
  OTEL_EXPORTER_OTLP_TIMEOUT: wholeNumber(1)
    .optional()
    .describe('Export timeout in milliseconds. Default: 10000.'),
  OTEL_SERVICE_NAME: z.string().default('filesmith').describe('Service name in traces.'),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .default('')
    .describe('Additional resource attributes of traces: deployment.environment=production,host.name=one.'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers)
    .default('parentbased_always_on')
    .describe(
      'Trace sampler: always_on, always_off or traceidratio, each optionally prefixed with parentbased_ to follow the sampling decision of the caller.',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Sampling ratio for traceidratio samplers: 0.1 samples every tenth trace.'),
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber(1).default(5000).describe('Milliseconds between two exports.'),
  OTEL_SDK_DISABLED: flag.default(false).describe('Disables traces, whatever else is set.'),
}
