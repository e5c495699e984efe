/** Looks whether mt12's weights are there and which directions they are good enough for. */
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languageIds } from '@filesmith/contract/languages'
import { z } from 'zod'
import type { ProvidedPair } from '../../sentence-translator.ts'

export interface Mt12Weights {
  readonly folder: string
  readonly pairs: readonly ProvidedPair[]
}

const fileNames = ['encoder.onnx', 'decoder.onnx', 'vocab.json', 'quality.json']

const qualitySchema = z.object({
  offerFrom: z.number(),
  scores: z.record(z.string(), z.number()),
})

/** In the folder itself or in its `mt12`; undefined when they are not there. Throws when the list of scores is broken. */
export async function findWeights(modelsDir: string): Promise<Mt12Weights | undefined> {
  for (const folder of [modelsDir, join(modelsDir, 'mt12')]) {
    const areThere = await Promise.all(fileNames.map(name => access(join(folder, name)))).then(
      () => true,
      () => false,
    )
    if (areThere) return { folder, pairs: readQuality(await readFile(join(folder, 'quality.json'), 'utf8')) }
  }
  return undefined
}

/** Only directions whose score reaches what the list itself asks for. */
export function readQuality(json: string): ProvidedPair[] {
  const { offerFrom, scores } = qualitySchema.parse(JSON.parse(json))
  return Object.entries(scores).flatMap(([name, score]) => {
    const [from, to] = name.split('-').map(code => languageIds.find(id => id === code))
    if (from === undefined || to === undefined || score < offerFrom) return []
    return [{ from, to, score, quality: 'draft', downloadBytes: null }]
  })
}
