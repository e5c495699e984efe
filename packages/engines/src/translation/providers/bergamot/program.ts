/** Bergamot helper process: runs in the sandbox and keeps recently used models loaded. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { serveSentences } from '../serve-sentences.ts'
import type { BergamotModelFiles } from './model-files.ts'
import { bergamotRequestSchema } from './request.ts'
import { type AlignedMemory, type LoadedModel, startBergamotModule } from './wasm-module.ts'

/** Each takes about 150 MB. */
const maxModels = 4
const modelAlignment = 256
const otherAlignment = 64

const bergamot = await startBergamotModule()
const service = new bergamot.BlockingService({ cacheSize: 0 })
const models = new Map<string, LoadedModel>()

serveSentences(bergamotRequestSchema, async ({ files, sentences }) => {
  const model = models.get(files.folder) ?? (await loadModel(files))
  models.delete(files.folder)
  models.set(files.folder, model)
  for (const [folder, unused] of models) {
    if (models.size <= maxModels) break
    unused.delete()
    models.delete(folder)
  }
  return translate(model, sentences)
})

function translate(model: LoadedModel, sentences: readonly string[]): string[] {
  const texts = new bergamot.VectorString()
  const options = new bergamot.VectorResponseOptions()
  for (const sentence of sentences) {
    texts.push_back(sentence.toWellFormed())
    options.push_back({ qualityScores: false, alignment: false, html: false })
  }
  const responses = service.translate(model, texts, options)
  const translated = sentences.map((_, index) => responses.get(index).getTranslatedText())
  for (const used of [texts, options, responses]) used.delete()
  return translated
}

async function loadModel(files: BergamotModelFiles): Promise<LoadedModel> {
  const read = async (name: string, alignment: number) => {
    const bytes = await readFile(join(files.folder, name))
    return copyToMemory(name.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes, alignment)
  }
  const vocabularies = new bergamot.AlignedMemoryList()
  for (const name of files.vocabularies) vocabularies.push_back(await read(name, otherAlignment))
  return new bergamot.TranslationModel(
    configOf(files),
    await read(files.model, modelAlignment),
    await read(files.lexicon, otherAlignment),
    vocabularies,
    null,
  )
}

function copyToMemory(bytes: Buffer, alignment: number): AlignedMemory {
  const memory = new bergamot.AlignedMemory(bytes.length, alignment)
  memory.getByteArrayView().set(bytes)
  return memory
}

/** Marian settings for Mozilla's models; quantization multipliers are in the file if its name contains "alphas". */
function configOf({ model }: BergamotModelFiles): string {
  const settings = {
    'beam-size': 1,
    normalize: '1.0',
    'word-penalty': 0,
    'max-length-break': 128,
    'mini-batch-words': 1024,
    workspace: 128,
    'max-length-factor': '2.0',
    'skip-cost': true,
    'cpu-threads': 0,
    toSentenceCase: true,
    'quiet-translation': true,
    'gemm-precision': model.includes('alphas') ? 'int8shiftAlphaAll' : 'int8shiftAll',
    alignment: 'soft',
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}
