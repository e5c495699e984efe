import { expect, test } from 'vitest'
import { readCount, readIndexes, readReport } from './read-answer.ts'

test('a report is read', () => {
  expect(readReport('{"doneBytes":12,"file":3}')).toEqual({ doneBytes: 12, file: 3 })
})

test.each(['', 'oops', 'null', '{"doneBytes":"1","file":0}', '{"doneBytes":-1,"file":0}', '[1e999]', '{"'])(
  '%j is nothing we rely on',
  line => {
    expect(readReport(line)).toBeUndefined()
    expect(readCount(line)).toBeUndefined()
    expect(readIndexes(line)).toBeUndefined()
  },
)
