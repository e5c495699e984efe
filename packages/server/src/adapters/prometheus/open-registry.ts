/** Prometheus registry: custom metrics, process metrics, and collectors that run on scrape. */
import { statfs } from 'node:fs/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { MetricsPage } from '../../ports/metrics.ts'
import { type MetricRow, metricTable } from './metric-table.ts'

type LabelOf<Row extends MetricRow> = Row['labels'][number]

export interface MetricsRegistry extends MetricsPage {
  counter<Row extends MetricRow>(row: Row): Counter<LabelOf<Row>>
  gauge<Row extends MetricRow>(row: Row): Gauge<LabelOf<Row>>
  histogram<Row extends MetricRow>(row: Row): Histogram<LabelOf<Row>>
  /** Runs before each scrape; it must not throw. */
  beforeReading(collect: () => Promise<void>): void
}

export function openRegistry(dataDir: string): MetricsRegistry {
  const registry = new Registry()
  const collectors: (() => Promise<void>)[] = []
  collectDefaultMetrics({ register: registry })

  function settings<Row extends MetricRow>({ name, help, labels }: Row) {
    return { name, help, labelNames: [...labels] as LabelOf<Row>[], registers: [registry] }
  }

  const gauge = <Row extends MetricRow>(row: Row) => new Gauge<LabelOf<Row>>(settings(row))
  const free = gauge(metricTable.diskFree)
  const size = gauge(metricTable.diskSize)
  collectors.push(async () => {
    const disk = await statfs(dataDir).catch(() => undefined)
    if (!disk) return
    free.set(disk.bavail * disk.bsize)
    size.set(disk.blocks * disk.bsize)
  })

  return {
    gauge,
    counter: row => new Counter(settings(row)),
    histogram: row => new Histogram({ ...settings(row), buckets: [...(row.buckets ?? [])] }),
    beforeReading: collect => void collectors.push(collect),
    async read() {
      await Promise.all(collectors.map(collect => collect()))
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}
