/** Bergamot helper process: runs in the sandbox and keeps recently used models loaded. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runInThisContext } from 'node:vm'
import { gunzip } from 'node:zlib'
import { serveSentences } from '../serve-sentences.ts'
import type { BergamotModelFiles } from './model-files.ts'
import { bergamotRequestSchema } from './request.ts'

interface Deletable {
  delete(): void
}

interface AlignedMemory extends Deletable {
  getByteArrayView(): Int8Array
}

interface List<Item> extends Deletable {
  push_back(item: Item): void
}

type LoadedModel = Deletable

interface Responses extends Deletable {
  get(index: number): { getTranslatedText(): string }
}

interface BergamotModule {
  readonly AlignedMemory: new (bytes: number, alignment: number) => AlignedMemory
  readonly AlignedMemoryList: new () => List<AlignedMemory>
  readonly VectorString: new () => List<string>
  readonly VectorResponseOptions: new () => List<{
    readonly qualityScores: boolean
    readonly alignment: boolean
    readonly html: boolean
  }>
  readonly TranslationModel: new (
    config: string,
    model: AlignedMemory,
    lexicon: AlignedMemory,
    vocabularies: List<AlignedMemory>,
    quality: null,
  ) => LoadedModel
  readonly BlockingService: new (options: {
    readonly cacheSize: number
  }) => {
    translate(
      model: LoadedModel,
      sentences: List<string>,
      options: InstanceType<BergamotModule['VectorResponseOptions']>,
    ): Responses
  }
}

/** Matrix functions that browsers provide natively; mapped to the fallbacks of the module. */
const matrixFunctions = {
  int8_prepare_a: 'int8PrepareAFallback',
  int8_prepare_b: 'int8PrepareBFallback',
  int8_prepare_b_from_transposed: 'int8PrepareBFromTransposedFallback',
  int8_prepare_b_from_quantized_transposed: 'int8PrepareBFromQuantizedTransposedFallback',
  int8_prepare_bias: 'int8PrepareBiasFallback',
  int8_multiply_and_add_bias: 'int8MultiplyAndAddBiasFallback',
  int8_select_columns_of_b: 'int8SelectColumnsOfBFallback',
}

type Exports = Record<string, (...args: unknown[]) => unknown>

interface Instance {
  readonly exports: Exports
}

/** Declared here, because including the DOM types would declare globals that Node lacks. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>
  instantiate(module: object, imports: object): Promise<Instance>
}

/** Loads Bergamot's WebAssembly module and types its classes. */
export async function startBergamotModule(): Promise<BergamotModule> {
  const require = createRequire(import.meta.url)
  const path = require.resolve('@browsermt/bergamot-translator/worker/bergamot-translator-worker.js')
  const glue = await readFile(path, 'utf8')
  const binary = await WebAssembly.compile(await readFile(path.replace(/\.js$/, '.wasm')))
  const started = Promise.withResolvers<BergamotModule>()

  const module = {
    // Marian writes to standard output, which is reserved for the helper protocol.
    print: () => {},
    printErr: (line: string) => process.stderr.write(`${line}\n`),
    onRuntimeInitialized: () => started.resolve(module as unknown as BergamotModule),
    onAbort: (reason: unknown) => started.reject(new Error(String(reason))),
    instantiateWasm(imports: object, accept: (instance: Instance) => void) {
      let exports: Exports = {}
      const matrix = Object.entries(matrixFunctions).map(([name, own]) => [
        name,
        (...args: unknown[]) => exports[own]?.(...args),
      ])
      WebAssembly.instantiate(binary, { ...imports, wasm_gemm: Object.fromEntries(matrix) }).then(
        instance => {
          exports = instance.exports
          accept(instance)
        },
        started.reject,
      )
      return {}
    },
  }
  // The glue code is a browser script that extends a global named Module.
  Object.assign(globalThis, { Module: module })
  runInThisContext(glue, { filename: path })
  return started.promise
}

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
