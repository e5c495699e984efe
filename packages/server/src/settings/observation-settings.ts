/** Who may watch a process from outside: metrics to collect, traces to tell. The OTEL_ names are OpenTelemetry's own. */
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

export const observationSettings = {
  METRICS_PORT: wholeNumber(0)
    .max(65_534)
    .optional()
    .describe(
      'A port of its own, on which a web process or worker answers /metrics, /healthz and /livez. Without it there is none. With npm start the web process takes this one and the worker the next.',
    ),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address that port listens on. Whoever reaches it may read: keep it off public networks.'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Opens /metrics on the ordinary port of web processes too, to whoever sends it as a bearer token. Without it there is nothing at that address.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress
    .optional()
    .describe('An OpenTelemetry collector that traces are told to, over HTTP as JSON; /v1/traces is added.'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress
    .optional()
    .describe('The same for traces alone, as it is. Goes before the other.'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe('What is sent along to the collector, for example a key: name=value,name=value.'),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: z.string().optional().describe('The same for traces alone.'),
  OTEL_EXPORTER_OTLP_TIMEOUT: wholeNumber(1)
    .optional()
    .describe('Milliseconds after which a delivery is given up; 10000 where it is not set.'),
  OTEL_SERVICE_NAME: z.string().default('filesmith').describe('What the traces say they come from.'),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .default('')
    .describe('What else they say of it: deployment.environment=production,host.name=one.'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers)
    .default('parentbased_always_on')
    .describe(
      'Which traces are told: always_on, always_off or traceidratio, each with parentbased_ before it to follow whoever called.',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('The share of traces of the samplers with traceidratio: 0.1 is every tenth.'),
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber(1).default(5000).describe('Milliseconds between two deliveries.'),
  OTEL_SDK_DISABLED: flag.default(false).describe('Whether no traces are told, whatever else is set.'),
}
