/** Finds mt12's weights and the directions with sufficient quality. */
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

/** In the folder or its `mt12` subfolder; undefined if absent. Throws if quality.json is malformed. */
export async function findWeights(modelsDir: string): Promise<Mt12Weights | undefined> {
  for (const folder of [modelsDir, join(modelsDir, 'mt12')]) {
    const allExist = await Promise.all(fileNames.map(name => access(join(folder, name)))).then(
      () => true,
      () => false,
    )
    if (allExist) return { folder, pairs: readQuality(await readFile(join(folder, 'quality.json'), 'utf8')) }
  }
  return undefined
}

/** Only directions that reach the threshold in the file. */
export function readQuality(json: string): ProvidedPair[] {
  const { offerFrom, scores } = qualitySchema.parse(JSON.parse(json))
  return Object.entries(scores).flatMap(([name, score]) => {
    const [from, to] = name.split('-').map(code => languageIds.find(id => id === code))
    if (from === undefined || to === undefined || score < offerFrom) return []
    return [{ from, to, score, quality: 'draft', downloadBytes: null }]
  })
}
