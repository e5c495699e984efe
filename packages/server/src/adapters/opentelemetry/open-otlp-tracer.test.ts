import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AppError } from '@filesmith/contract/errors'
import { expect, test } from 'vitest'
import { openOtlpTracer } from './open-otlp-tracer.ts'

/** Takes connections and never answers. */
async function startSilentCollector() {
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

test('work inside a span knows it, and nobody outside does', async () => {
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

test('what others sent as a trace is believed only when it is one', () => {
  const tracer = open(9)
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const { traceId: theirs } = tracer.open('x', { parent: `00-${traceId}-00f067aa0ba902b7-01` })
  expect(theirs).toBe(traceId)
  expect(tracer.open('x', { parent: 'robert"); drop table' }).traceId).toMatch(/^[0-9a-f]{32}$/)
})

test('what is not to be told is carried on as such', async () => {
  const tracer = open(9, 'always_off')
  await tracer.trace('x', {}, async () => expect(tracer.traceParent()).toMatch(/-00$/))
})

test('an error goes through as it came', async () => {
  const error = new AppError('file-damaged', { format: 'PNG' })
  await expect(open(9).trace('x', {}, () => Promise.reject(error))).rejects.toBe(error)
})

test('a collector that never answers does not hold up the end', async () => {
  const collector = await startSilentCollector()
  const tracer = open(collector.port)
  for (let count = 0; count < 5_000; count += 1) tracer.open('x').end()
  const begun = performance.now()
  await tracer.close()
  expect(performance.now() - begun).toBeLessThan(5_000)
  collector.close()
})
