/** Converting data and subtitles over real HTTP: formats by name, pairs, previews and errors. */
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { dataPreviewSchema } from '@filesmith/contract/schemas/data-preview'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let visitor: Visitor
beforeAll(async () => {
  filesmith = await startFilesmith()
  visitor = createVisitor(filesmith.baseUrl)
})
afterAll(() => filesmith.stop())

const convertData = (content: string, name: string, fields: Record<string, string>) =>
  visitor.convert(new Blob([content]), name, fields, { operation: 'convert-data' })

test('convert data: CSV to JSON, with a preview of its rows', async () => {
  const reply = await convertData('a,b\n1,x\n', 'people.csv', { outputFormat: 'json' })
  const { downloadUrl } = (await reply.json()) as { downloadUrl: string }
  expect(await (await visitor.fetch(downloadUrl)).json()).toEqual([{ a: 1, b: 'x' }])
  const id = downloadUrl.split('/').at(-1)
  const { parts } = (await (await visitor.fetch(`/api/conversions/${id}`)).json()) as ConversionState
  expect(parts).toMatchObject([{ name: 'preview.json', format: 'json' }])
  const preview = dataPreviewSchema.parse(await (await visitor.fetch(parts[0]?.url ?? '')).json())
  expect(preview.tables).toMatchObject([{ name: 'people', rowCount: 1, rows: [['1', 'x']] }])
})

test('convert data: an error in the file is reported with its line', async () => {
  const reply = await convertData('{\n"a": 1,\n}', 'a.json', { outputFormat: 'yaml' })
  expect(reply.status).toBe(422)
  expect(await reply.json()).toMatchObject({
    code: 'data-syntax',
    message: 'This JSON file cannot be read: there is an error in line 3.',
  })
})

test('convert data: a pair that makes no sense is refused', async () => {
  const reply = await convertData('a,b\n1,x\n', 'a.csv', { outputFormat: 'ini' })
  expect(reply.status).toBe(415)
  expect(await reply.json()).toMatchObject({ code: 'pair-unavailable' })
})

test('convert subtitles: SRT to VTT with a shift; VobSub is refused by name', async () => {
  const convert = (content: string, name: string) =>
    visitor.convert(
      new Blob([content]),
      name,
      { outputFormat: 'vtt', shiftMs: '500' },
      { operation: 'convert-subtitles' },
    )
  const reply = await convert('1\n00:00:01,000 --> 00:00:02,000\nHi\n', 'a.srt')
  const { downloadUrl } = (await reply.json()) as { downloadUrl: string }
  const result = await visitor.fetch(downloadUrl)
  expect(result.headers.get('content-disposition')).toContain('a.vtt')
  expect(await result.text()).toBe('WEBVTT\n\n00:00:01.500 --> 00:00:02.500\nHi\n')
  const refused = await convert('# VobSub index file, v7\n', 'talk.idx')
  expect(refused.status).toBe(415)
  expect(JSON.stringify(await refused.json())).toContain('VobSub')
})
