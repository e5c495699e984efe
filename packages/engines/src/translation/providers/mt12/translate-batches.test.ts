import { describe, expect, test } from 'vitest'
import type { SearchEffort } from '../../sentence-translator.ts'
import type { TranslationModel } from './onnx-model.ts'
import { createTranslateBatches } from './translate-batches.ts'
import { idOf, smallVocabulary } from './vocabulary.fixture.ts'

/** A model that copies the source token by token. */
function parrot() {
  const batches: number[][] = []
  const model: TranslationModel = {
    async encode(sources) {
      batches.push(sources.map(source => source.length))
      let step = 0
      return {
        async next(rows) {
          step += 1
          const ids = rows.map(({ sentence }) => sources[sentence]?.[step] ?? smallVocabulary.eos)
          return { width: 1, logProbabilities: ids.map(() => -0.01), ids }
        },
      }
    },
  }
  const run = createTranslateBatches(model, smallVocabulary)
  const translate = (sentences: readonly string[], target: string, effort: SearchEffort = 'best') =>
    run(sentences, target, effort)
  return { batches, translate }
}

describe('translateBatches', () => {
  test('keeps the order of sentences across batches', async () => {
    const { translate, batches } = parrot()
    const sentences = ['the house', 'a', '', 'abc def ghi jkl', 'b', 'the', 'x y z', 'c', 'd', 'e', 'f']
    expect(await translate(sentences, 'en')).toEqual(sentences)
    expect(batches.length).toBeGreaterThan(1)
    for (const lengths of batches) expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
  })

  test('splits an overlong sentence and joins its parts by the rules of the language', async () => {
    const { translate, batches } = parrot()
    const words = ['abc', 'de', 'fghi', 'k', 'lmnop']
    const sentence = Array.from({ length: 100 }, (_, index) => words[((index * index) % 7) % 5]).join(' ')
    expect(await translate([sentence], 'en')).toEqual([sentence])
    expect(Math.max(...batches.flat())).toBeLessThanOrEqual(82)
    expect(batches.flat().length).toBeGreaterThan(1)
    const [joined = ''] = await translate([sentence], 'zh')
    expect(joined.split(' ').length).toBe(100 - (batches.flat().length / 2 - 1))
  })

  test('cuts sentences into shorter parts with the effort split', async () => {
    const { translate, batches } = parrot()
    const sentence = Array.from({ length: 12 }, (_, index) => `abc${index % 3 === 2 ? ',' : ''}`).join(' ')
    await translate([sentence], 'en')
    expect(batches.flat()).toHaveLength(1)
    batches.length = 0
    await translate([sentence], 'en', 'split')
    expect(batches.flat().length).toBeGreaterThan(1)
    expect(Math.max(...batches.flat())).toBeLessThanOrEqual(22)
  })

  test('adds the target tag and the end token to the source', async () => {
    const sources: number[][] = []
    const model: TranslationModel = {
      async encode(batch) {
        sources.push(...batch.map(source => [...source]))
        return { next: async rows => ({ width: 1, logProbabilities: [0], ids: rows.map(() => 3) }) }
      },
    }
    await createTranslateBatches(model, smallVocabulary)(['the'], 'zh', 'best')
    expect(sources).toEqual([[5, idOf('▁the'), 3]])
  })

  test('rejects an unknown language', async () => {
    await expect(parrot().translate(['a'], 'xx')).rejects.toThrow('xx')
  })
})
