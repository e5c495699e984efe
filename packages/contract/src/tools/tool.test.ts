import { expect, test } from 'vitest'
import { operations } from '../operations/registry.ts'
import { hubAudio, hubAudioExtract } from './audio/hub-audio.ts'
import { hubExtract } from './audio/hub-extract.ts'
import { homeAudio } from './home-audio.ts'
import { homeExtract } from './home-extract.ts'
import { homeImage } from './home-image.ts'
import { homeVideo } from './home-video.ts'
import { hubPdf } from './pdf/hub-pdf.ts'

const tools = [homeImage, homeVideo, homeAudio, homeExtract, hubPdf, hubAudio, hubAudioExtract, hubExtract]

test.each(tools)('$id: matches its operation and offers only its outputs', tool => {
  const operation = operations[tool.operation]
  const { path, fileKind, maxBytes } = tool.call
  expect({ path, fileKind }).toEqual({ path: operation.path, fileKind: operation.fileKind })
  // A page may accept less than its operation, never more.
  expect(maxBytes).toBeLessThanOrEqual(operation.maxBytes)
  expect(operation.outputs).toEqual(expect.arrayContaining([...tool.outputs]))
  expect(tool.outputs).toContain(tool.defaultOutput)
})

test('tools: ids are unique, since unfinished work is stored by id', () => {
  expect(new Set(tools.map(({ id }) => id)).size).toBe(tools.length)
})
