import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const address = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

/** Prints which of the libraries a process resolves with these settings. */
const program = (env: Record<string, string>) => `
  import { registerHooks } from 'node:module'
  const found = new Set()
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      const [, name] = /node_modules\\/(prom-client|@opentelemetry)\\//.exec(resolved.url) ?? []
      if (name) found.add(name)
      return resolved
    },
  })
  await import(${address('./compose-web.ts')})
  await import(${address('./compose-worker.ts')})
  const { readSettings } = await import(${address('./config.ts')})
  const { openTracer, openWebMetrics, openWorkerMetrics } = await import(${address('./open-observability.ts')})
  const settings = readSettings(${JSON.stringify(env)})
  const reader = { read: async () => ({}), readStored: async () => ({}) }
  await Promise.all([openTracer(settings, 'web', { warn() {} }), openWebMetrics(settings, reader), openWorkerMetrics(settings)])
  process.stdout.write([...found].sort().join(' '), () => process.exit())
`

async function loadedWith(env: Record<string, string>): Promise<string> {
  const run = promisify(execFile)
  return (await run(process.execPath, ['--input-type=module', '--eval', program(env)])).stdout
}

test('openTracer, openWebMetrics, openWorkerMetrics: load their libraries only when enabled', async () => {
  const both = { METRICS_PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  expect(await Promise.all([loadedWith({}), loadedWith(both)])).toEqual(['', '@opentelemetry prom-client'])
}, 120_000)
