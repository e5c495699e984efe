/** Loads Bergamot's WebAssembly module and types its classes. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { runInThisContext } from 'node:vm'

interface Deletable {
  delete(): void
}

export interface AlignedMemory extends Deletable {
  getByteArrayView(): Int8Array
}

interface List<Item> extends Deletable {
  push_back(item: Item): void
}

export type LoadedModel = Deletable

interface Responses extends Deletable {
  get(index: number): { getTranslatedText(): string }
}

export interface BergamotModule {
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
