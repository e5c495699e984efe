import { expect, test } from 'vitest'
import { keepOutputs } from './load-whisper-model.ts'

const field = (number: number, body: Buffer) =>
  Buffer.concat([Buffer.from([(number << 3) | 2, body.length]), body])
const output = (name: string) => field(12, field(1, Buffer.from(name)))

test('keepOutputs: removes other graph outputs and keeps the rest', () => {
  const version = Buffer.from([8, 9])
  const node = field(1, Buffer.from('a node'))
  const model = Buffer.concat([version, field(7, Buffer.concat([node, output('kept'), output('dropped')]))])
  const trimmed = Buffer.from(keepOutputs(model, name => name === 'kept'))
  expect(trimmed).toEqual(Buffer.concat([version, field(7, Buffer.concat([node, output('kept')]))]))
})

test('keepOutputs: rejects truncated input', () => {
  expect(() => keepOutputs(Buffer.from([0x80]), () => true)).toThrow('cut off')
})
