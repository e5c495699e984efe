/** Behavior with an unreachable trace collector. */
import { expect, test } from 'vitest'
import { drawPng } from '../support/images.ts'
import { freePort } from '../support/server-process.ts'
import { startFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

test('API-35 unreachable trace collector: conversions succeed, the log reports it once, and shutdown is not delayed', async () => {
  const lines: string[] = []
  const filesmith = await startFilesmith(
    {
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
    { logTo: line => lines.push(line) },
  )
  const file = new Blob([new Uint8Array(await drawPng())])
  const convert = () => createVisitor(filesmith.baseUrl).convert(file, 'a.png', { outputFormat: 'webp' })
  const replies = await Promise.all(Array.from({ length: 3 }, convert))
  const begunMs = performance.now()
  await filesmith.stop()
  expect(replies.map(reply => reply.status)).toEqual([200, 200, 200])
  // Each of the two processes waits two seconds for the export; the rest is the database shutdown.
  expect(performance.now() - begunMs).toBeLessThan(20_000)
  const log = lines.map(line => JSON.parse(line))
  expect(log.filter(({ level }) => level >= 50)).toEqual([])
  expect(log.filter(({ msg }) => msg.startsWith('traces could not')).length).toBeLessThanOrEqual(2)
})
