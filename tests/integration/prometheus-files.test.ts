/** The Prometheus files use existing metrics, labels and ports, and the documentation lists every metric. */
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  type MetricRow,
  metricRows,
  metricTable,
} from '../../packages/server/src/adapters/prometheus/metric-table.ts'
import { openRegistry } from '../../packages/server/src/adapters/prometheus/open-registry.ts'
import { rootFolder } from '../../scripts/root-folder.mjs'
import { baseOfKind, ownServices } from '../support/deploy/manifests.ts'
import { parseMetrics } from '../support/parse-metrics.ts'

const read = (path: string) => readFile(join(rootFolder, path), 'utf8')
const rows = Object.values<MetricRow>(metricTable)

interface AlertRule {
  readonly alert: string
  readonly expr: string
}

async function alertRules(): Promise<AlertRule[]> {
  const { groups } = parse(await read('deploy/prometheus/alerts.yaml'))
  return groups.flatMap(({ rules }: { rules: AlertRule[] }) => rules)
}

test('API-35 alerts: use existing metrics and labels', async () => {
  const exposed = parseMetrics((await openRegistry(tmpdir()).read()).text)
  const samplesOf = ({ name, kind }: MetricRow) =>
    kind === 'histogram' ? [`${name}_count`, `${name}_sum`, `${name}_bucket`] : [name]
  const rowOf = new Map(rows.flatMap(row => samplesOf(row).map(name => [name, row])))
  const rules = await alertRules()
  expect(rules.length).toBeGreaterThanOrEqual(5)
  for (const rule of rules) {
    const { alert, expr } = rule
    expect(rule).toEqual({
      alert: expect.stringMatching(/^Filesmith\w+$/),
      expr: expect.any(String),
      for: expect.stringMatching(/^\d+[smh]$/),
      labels: { severity: expect.stringMatching(/^(?:warning|critical)$/) },
      annotations: expect.objectContaining({ summary: expect.any(String) }),
    })
    const named = expr.match(/\b(?:filesmith|nodejs|process)_\w+/g) ?? []
    expect(named, alert).not.toEqual([])
    for (const name of named) expect.soft(rowOf.has(name) || exposed.names.has(name), name).toBe(true)
    for (const [, name = '', matchers = ''] of expr.matchAll(/(filesmith_\w+)\{([^}]*)\}/g))
      for (const [, label = ''] of matchers.matchAll(/(\w+)=/g))
        expect.soft(rowOf.get(name)?.labels, `${name} ${label}`).toContain(label)
  }
})

test('API-35 alerts: cover queue age, job failures, missing workers and free disk space', async () => {
  const all = (await alertRules()).map(({ expr }) => expr).join('\n')
  for (const { name } of [
    metricTable.oldestWait,
    metricTable.jobFailures,
    metricTable.workers,
    metricTable.diskFree,
  ])
    expect(all).toContain(name)
})

test('API-35 scrape configuration: matches ports and labels of compose file and manifests', async () => {
  const { scrape_configs: jobs } = parse(await read('deploy/prometheus/prometheus.yaml'))
  const port = ownServices().map(({ environment }) => environment.METRICS_PORT)[0]
  const compose = jobs.find((job: { job_name: string }) => job.job_name === 'filesmith-compose')
  const services = parse(await read('deploy/compose/compose.yaml'), { merge: true }).services
  for (const { names, port: asked } of compose.dns_sd_configs) {
    expect(String(asked)).toBe(port)
    for (const name of names) expect(services).toHaveProperty(name)
  }
  const monitor = parse(await read('deploy/prometheus/pod-monitor.yaml'))
  for (const { spec } of baseOfKind('Deployment')) {
    expect(spec.template.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels)
    const names = spec.template.spec.containers[0].ports.map(({ name }: { name: string }) => name)
    expect(names).toContain(monitor.spec.podMetricsEndpoints[0].port)
  }
})

test('docs/administration.md: lists every metric with its description', async () => {
  const page = await read('docs/administration.md')
  for (const row of metricRows()) expect(page).toContain(row)
  const listed = [...page.matchAll(/^\| `(filesmith_\w+)` \|/gm)].map(([, name]) => name)
  expect(listed).toEqual(rows.map(({ name }) => name))
})
