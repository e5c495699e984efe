/** Prometheus metrics of a web process. */
import type { WebMetrics } from '../../ports/metrics.ts'
import { metricTable } from './metric-table.ts'
import type { MetricsRegistry } from './open-registry.ts'

export function createPrometheusWebMetrics(registry: MetricsRegistry): WebMetrics {
  const requests = registry.histogram(metricTable.requestDuration)
  const streams = registry.gauge(metricTable.openStreams)
  const received = registry.counter(metricTable.receivedBytes)
  return {
    requestCompleted: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    streamOpened() {
      streams.inc()
      return () => streams.dec()
    },
    bytesReceived: bytes => received.inc(bytes),
  }
}
