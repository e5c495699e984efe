import { expect, test } from 'vitest'
import { parseCount, parseIndexes, parsePackReport } from './parse-packer-output.ts'

test('parsePackReport: parses a report', () => {
  expect(parsePackReport('{"doneBytes":12,"file":3}')).toEqual({ doneBytes: 12, file: 3 })
})

test.each(['', 'oops', 'null', '{"doneBytes":"1","file":0}', '{"doneBytes":-1,"file":0}', '[1e999]', '{"'])(
  'rejects the malformed line %j',
  line => {
    expect(parsePackReport(line)).toBeUndefined()
    expect(parseCount(line)).toBeUndefined()
    expect(parseIndexes(line)).toBeUndefined()
  },
)
