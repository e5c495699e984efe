/** A Whisper model in memory: hears half a minute at a time and says, token by token, what could come next. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { melFrames } from './mel-spectrogram.ts'
import { type ModelFiles, readModelFiles } from './model-files.ts'
import { keepOutputs } from './trim-graph.ts'

const heardName = 'last_hidden_state'

/** What the model made of one window of sound. */
export type Heard = Tensor

/** Where a text has got to; never changed, so that several continuations can start from it. */
export interface TextState {
  /** Of what comes after each token just added, one row a token. */
  readonly scores: Float32Array
  readonly cache: ReadonlyMap<string, Tensor>
}

export interface WhisperModel {
  readonly files: ModelFiles
  readonly scoresPerToken: number
  hear(mel: Float32Array): Promise<Heard>
  begin(heard: Heard, tokens: readonly number[]): Promise<TextState>
  /** Lets go of the state it continues unless that is still needed. */
  proceed(heard: Heard, state: TextState, token: number, isStateKept?: boolean): Promise<TextState>
  release(): Promise<void>
}

export async function loadModel(folder: string, threads: number): Promise<WhisperModel> {
  const files = readModelFiles(folder)
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    enableMemPattern: false,
    // Threads that wait busily take the processor from everybody else, and from themselves on a full machine.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }
  const encoder = await loadEncoder(files.encoderPath, options)
  const decoder = await InferenceSession.create(files.decoderPath, options)
  const { heads, headSize, layers } = files
  const nothingYet = new Map(
    Array.from({ length: layers }, (_, layer) =>
      ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'].map(
        part => [`${layer}.${part}`, new Tensor('float32', [], [1, heads, 0, headSize])] as const,
      ),
    ).flat(),
  )
  const growingParts = [...nothingYet.keys()].filter(name => name.includes('decoder'))
  const allParts = [...nothingYet.keys()]

  async function run(
    heard: Heard,
    tokens: readonly number[],
    cache: ReadonlyMap<string, Tensor>,
    isFirst: boolean,
  ): Promise<TextState> {
    const feeds: Record<string, Tensor> = {
      input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
      encoder_hidden_states: heard,
      use_cache_branch: new Tensor('bool', [!isFirst], [1]),
    }
    for (const [name, tensor] of cache) feeds[`past_key_values.${name}`] = tensor
    // What was heard does not change with the text: after the first run only the text's own part is fetched.
    const parts = isFirst ? allParts : growingParts
    const answer = await decoder.run(feeds, ['logits', ...parts.map(name => `present.${name}`)])
    const grown = new Map(cache)
    for (const name of parts) grown.set(name, answer[`present.${name}`] as Tensor)
    return { scores: (answer.logits as Tensor).data as Float32Array, cache: grown }
  }

  return {
    files,
    scoresPerToken: vocabularySize(decoder),
    async hear(mel) {
      const features = new Tensor('float32', mel, [1, files.melBands, melFrames])
      const answer = await encoder.run({ input_features: features }, [heardName])
      return answer[heardName] as Heard
    },
    begin: (heard, tokens) => run(heard, tokens, nothingYet, true),
    async proceed(heard, state, token, isStateKept = false) {
      const next = await run(heard, [token], state.cache, false)
      if (!isStateKept) for (const name of growingParts) state.cache.get(name)?.dispose()
      return next
    },
    async release() {
      await Promise.all([encoder.release(), decoder.release()])
    },
  }
}

/** The graph also offers what every layer looked at: half a gigabyte and more that nobody asks for here. */
async function loadEncoder(
  path: string,
  options: InferenceSession.SessionOptions,
): Promise<InferenceSession> {
  // Weights beside the graph are found by its path only.
  if (existsSync(`${path}_data`)) return InferenceSession.create(path, options)
  return InferenceSession.create(
    keepOutputs(await readFile(path), name => name === heardName),
    options,
  )
}

function vocabularySize(decoder: InferenceSession): number {
  const logits = decoder.outputMetadata.find(({ name }) => name === 'logits')
  const size = logits?.isTensor ? logits.shape.at(-1) : undefined
  if (typeof size !== 'number') throw new Error('This speech model does not say how many tokens it knows.')
  return size
}
