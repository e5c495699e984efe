import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const program = (env: Record<string, string>) => `
  import { registerHooks } from 'node:module'
  const loaded = new Set()
  registerHooks({
    load(url, context, next) {
      const [, name] = /node_modules\\/(prom-client|@opentelemetry)\\//.exec(url) ?? []
      if (name) loaded.add(name)
      return next(url, context)
    },
  })
  const { readSettings } = await import('${new URL('./config.ts', import.meta.url).href}')
  await import('${new URL('./compose.ts', import.meta.url).href}')
  const observation = await import('${new URL('./open-observation.ts', import.meta.url).href}')
  const settings = readSettings(${JSON.stringify(env)})
  const reader = { read: async () => ({}), readStored: async () => ({}) }
  await observation.openTracer(settings, 'web', { warn() {} })
  await observation.openWebMetrics(settings, reader)
  await observation.openWorkerMetrics(settings)
  process.stdout.write([...loaded].sort().join(' '), () => process.exit())
`

async function loadedWith(env: Record<string, string>): Promise<string> {
  const run = promisify(execFile)
  return (await run(process.execPath, ['--input-type=module', '--eval', program(env)])).stdout
}

test('the libraries of metrics and traces are loaded only where somebody looks', async () => {
  expect(await loadedWith({})).toBe('')
  const both = { METRICS_PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  expect(await loadedWith(both)).toBe('@opentelemetry prom-client')
})
