import { describe, expect, test } from 'vitest'
import { modelFilesAmong, pairOfName } from './model-files.ts'
import { readRegistry } from './registry.ts'

const hash = 'a'.repeat(64)
const file = (name: string, size = 10) => ({ name, size, expectedSha256Hash: hash, modelType: 'prod' })
const ende = {
  model: file('model.ende.intgemm.alphas.bin', 1000),
  lex: file('lex.50.50.ende.s2t.bin', 100),
  vocab: file('vocab.deen.spm', 10),
}
const address = 'https://models.example/list/registry.json'

describe('readRegistry', () => {
  test('returns pairs with the URLs and sizes of their files', () => {
    const [model] = readRegistry({ ende }, address)
    expect(model).toMatchObject({ from: 'en', to: 'de', name: 'ende', bytes: 1110 })
    expect(model?.files[0]).toEqual({
      name: 'model.ende.intgemm.alphas.bin',
      url: 'https://models.example/list/ende/model.ende.intgemm.alphas.bin',
      bytes: 1000,
      sha256: hash,
    })
  })

  test('supports file URLs and separate vocabularies', () => {
    const row = {
      model: { ...file('model.enzh.bin'), url: '../prod/enzh.bin.gz' },
      lex: file('lex.enzh.bin'),
      srcvocab: file('srcvocab.enzh.spm'),
      trgvocab: file('trgvocab.enzh.spm'),
      qualityModel: file('qualityModel.enzh.bin'),
    }
    const [model] = readRegistry({ enzh: row }, address)
    expect(model?.files.map(({ name }) => name)).not.toContain('qualityModel.enzh.bin')
    expect(model?.files[0]?.url).toBe('https://models.example/prod/enzh.bin.gz')
  })

  test.each([
    ['a language we do not have', 'etde', ende],
    ['a name that leaves the folder', 'ende', { ...ende, vocab: file('../vocab.spm') }],
    ['no checksum', 'ende', { ...ende, vocab: { name: 'vocab.ende.spm', size: 5 } }],
    ['a file of a gigabyte', 'ende', { ...ende, model: file('model.ende.bin', 1024 ** 3) }],
    ['no model', 'ende', { lex: ende.lex, vocab: ende.vocab }],
  ])('skips a row with %s and keeps the others', (_, name, row) => {
    const models = readRegistry({ [name]: row, deen: ende }, address)
    expect(models.map(model => model.name)).toEqual(['deen'])
  })

  test('rejects malformed input', () => {
    expect(() => readRegistry([1, 2], address)).toThrow()
    expect(() => readRegistry('<html>', address)).toThrow()
  })
})

describe('pairOfName, modelFilesAmong', () => {
  test.each([
    ['ende', 'en', 'de'],
    ['en-de', 'en', 'de'],
  ])('%s is a language pair', (name, from, to) => expect(pairOfName(name)).toEqual({ from, to }))

  test.each(['enen', 'end', 'ende.lock', 'ENDE', '..'])('%s is not a language pair', name => {
    expect(pairOfName(name)).toBeUndefined()
  })

  test('requires model, lexicon and vocabulary, packed or not', () => {
    const names = ['model.ende.intgemm.alphas.bin', 'lex.50.50.ende.s2t.bin.gz', 'vocab.deen.spm', 'README']
    expect(modelFilesAmong('/x', names)?.vocabularies).toEqual(['vocab.deen.spm'])
    expect(modelFilesAmong('/x', names.slice(0, 2))).toBeUndefined()
    expect(modelFilesAmong('/x', [...names.slice(0, 2), 'srcvocab.a.spm'])).toBeUndefined()
    const half = ['model.ende.bin.partial', 'lex.ende.bin', 'vocab.ende.spm']
    expect(modelFilesAmong('/x', half)).toBeUndefined()
  })
})
