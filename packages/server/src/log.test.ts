import { AppError } from '@filesmith/contract/errors'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = []
  write(createLog('info', 'test', { write: line => lines.push(line) }))
  return JSON.parse(lines[0] ?? '{}')
}

test('createLog: an error is logged with type, code, stack and causes', () => {
  const cause = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' })
  const { err } = logged(log => log.error({ err: new AppError('unavailable', {}, { cause }) }, 'x'))
  expect(err).toMatchObject({ type: 'AppError', code: 'unavailable', cause: { code: 'ECONNREFUSED' } })
  expect(err.at[0]).toMatch(/^at /)
})

test('createLog: query parameters and connection properties of an error are not logged', () => {
  const error = Object.assign(new Error('Failed query: insert into uploads\nparams: my-secret-photo.png'), {
    client: { password: 'hush' },
  })
  const line = JSON.stringify(logged(log => log.error({ err: error }, 'x')))
  expect(line).toContain('Failed query')
  expect(line).not.toContain('my-secret-photo')
  expect(line).not.toContain('hush')
})

test('createLog: a request is logged without query string and IP address', () => {
  const req = { method: 'GET', url: '/api/download/1?token=abc', ip: '203.0.113.7', headers: { cookie: 'c' } }
  expect(logged(log => log.info({ req }, 'x')).req).toEqual({ method: 'GET', path: '/api/download/1' })
})
