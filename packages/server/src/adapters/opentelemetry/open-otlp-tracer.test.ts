import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AppError } from '@filesmith/contract/errors'
import { expect, test } from 'vitest'
import { openOtlpTracer } from './open-otlp-tracer.ts'

/** Accepts connections and never responds. */
async function startHangingCollector() {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close().closeAllConnections() }
}

function open(port: number, sampler: 'always_on' | 'always_off' = 'always_on') {
  return openOtlpTracer({
    url: `http://127.0.0.1:${port}/v1/traces`,
    serviceName: 'filesmith',
    resourceAttributes: '',
    sampler,
    samplerRatio: 1,
    deliverEveryMs: 60_000,
    role: 'test',
    log: { warn: () => undefined },
  })
}

test('openOtlpTracer: a span is active only inside its callback', async () => {
  const tracer = open(9)
  expect(tracer.traceParent()).toBeNull()
  await tracer.trace('outer', {}, async outer => {
    const before = tracer.traceParent()
    await tracer.trace('inner', {}, async inner => expect(inner.traceId).toBe(outer.traceId))
    expect(tracer.traceParent()).toBe(before)
    expect(before).toMatch(new RegExp(`^00-${outer.traceId}-[0-9a-f]{16}-01$`))
  })
  expect(tracer.traceId()).toBeUndefined()
})

test('openOtlpTracer: ignores an invalid traceparent', () => {
  const tracer = open(9)
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const { traceId: adopted } = tracer.open('x', { parent: `00-${traceId}-00f067aa0ba902b7-01` })
  expect(adopted).toBe(traceId)
  expect(tracer.open('x', { parent: 'robert"); drop table' }).traceId).toMatch(/^[0-9a-f]{32}$/)
})

test('openOtlpTracer: propagates the not-sampled flag', async () => {
  const tracer = open(9, 'always_off')
  await tracer.trace('x', {}, async () => expect(tracer.traceParent()).toMatch(/-00$/))
})

test('openOtlpTracer: rethrows errors unchanged', async () => {
  const error = new AppError('file-damaged', { format: 'PNG' })
  await expect(open(9).trace('x', {}, () => Promise.reject(error))).rejects.toBe(error)
})

test('openOtlpTracer: close does not wait for a hanging collector', async () => {
  const collector = await startHangingCollector()
  const tracer = open(collector.port)
  for (let count = 0; count < 5_000; count += 1) tracer.open('x').end()
  const begun = performance.now()
  await tracer.close()
  expect(performance.now() - begun).toBeLessThan(5_000)
  collector.close()
})
