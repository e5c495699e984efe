/** Opens metrics and traces as configured; their libraries are loaded only when enabled. */
import { noopTracer, noopWebMetrics, noopWorkerMetrics } from './adapters/noop/noop.ts'
import type { Settings } from './config.ts'
import type { InstallationReader } from './database/installation-reader.ts'
import { type ManagementServer, startManagementServer } from './http/management-server.ts'
import type { Log } from './ports/log.ts'
import type { MetricsPage, WebMetrics, WorkerMetrics } from './ports/metrics.ts'
import type { Tracer } from './ports/tracer.ts'

export async function openTracer(settings: Settings, role: string, log: Log): Promise<Tracer> {
  const url = tracesUrl(settings)
  if (url === undefined || settings.OTEL_SDK_DISABLED) return noopTracer
  const { openOtlpTracer } = await import('./adapters/opentelemetry/open-otlp-tracer.ts')
  return openOtlpTracer({
    url,
    role,
    log,
    serviceName: settings.OTEL_SERVICE_NAME,
    resourceAttributes: settings.OTEL_RESOURCE_ATTRIBUTES,
    sampler: settings.OTEL_TRACES_SAMPLER,
    samplerRatio: settings.OTEL_TRACES_SAMPLER_ARG,
    deliverEveryMs: settings.OTEL_BSP_SCHEDULE_DELAY,
  })
}

function tracesUrl(settings: Settings): string | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole } = settings
  return whole ?? (base && `${base.replace(/\/$/, '')}/v1/traces`)
}

export interface Observability<Metrics> {
  readonly metrics: Metrics
  /** Null if metrics are not exposed. */
  readonly page: MetricsPage | null
}

export async function openWebMetrics(
  settings: Settings,
  installation: InstallationReader,
): Promise<Observability<WebMetrics>> {
  if (settings.METRICS_PORT === undefined && settings.METRICS_TOKEN === undefined)
    return { metrics: noopWebMetrics, page: null }
  const { openRegistry } = await import('./adapters/prometheus/open-registry.ts')
  const { createPrometheusWebMetrics } = await import('./adapters/prometheus/prometheus-web-metrics.ts')
  const { exposeInstallation } = await import('./adapters/prometheus/expose-installation.ts')
  const registry = openRegistry(settings.DATA_DIR)
  exposeInstallation(registry, installation)
  return { metrics: createPrometheusWebMetrics(registry), page: registry }
}

export async function openWorkerMetrics(settings: Settings): Promise<Observability<WorkerMetrics>> {
  if (settings.METRICS_PORT === undefined) return { metrics: noopWorkerMetrics, page: null }
  const { openRegistry } = await import('./adapters/prometheus/open-registry.ts')
  const { createPrometheusWorkerMetrics } = await import('./adapters/prometheus/prometheus-worker-metrics.ts')
  const registry = openRegistry(settings.DATA_DIR)
  return { metrics: createPrometheusWorkerMetrics(registry), page: registry }
}

/** Null if METRICS_PORT is not set. */
export async function openOperatorPort(
  { METRICS_PORT: port, METRICS_HOST: host }: Settings,
  {
    page,
    ...answers
  }: Pick<Observability<unknown>, 'page'> & Omit<Parameters<typeof startManagementServer>[1], 'page'>,
): Promise<ManagementServer | null> {
  if (port === undefined || page === null) return null
  return startManagementServer({ host, port }, { page, ...answers })
}
