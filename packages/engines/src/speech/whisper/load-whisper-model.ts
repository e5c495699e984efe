/** Whisper model in ONNX Runtime: encodes 30 seconds of audio and decodes token by token. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { melFrames } from './mel-spectrogram.ts'
import { readWhisperModelFiles, type WhisperModelFiles } from './model-files.ts'
import { keepOutputs } from './trim-graph.ts'

const encoderOutput = 'last_hidden_state'

/** Encoder output for one window. */
export type EncoderOutput = Tensor

/** Decoder state with key-value cache; immutable, so that several continuations can start from it. */
export interface DecoderState {
  /** Logits after each token of the last run, one row per token. */
  readonly scores: Float32Array
  readonly cache: ReadonlyMap<string, Tensor>
}

export interface WhisperModel {
  readonly files: WhisperModelFiles
  readonly scoresPerToken: number
  encode(mel: Float32Array): Promise<EncoderOutput>
  startDecoding(encoded: EncoderOutput, tokens: readonly number[]): Promise<DecoderState>
  /** Disposes the given state unless `isStateKept` is set. */
  continueDecoding(
    encoded: EncoderOutput,
    state: DecoderState,
    token: number,
    isStateKept?: boolean,
  ): Promise<DecoderState>
  release(): Promise<void>
}

export async function loadWhisperModel(folder: string, threads: number): Promise<WhisperModel> {
  const files = readWhisperModelFiles(folder)
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    enableMemPattern: false,
    // Spinning threads would waste CPU time that other processes need.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }
  const encoder = await loadEncoder(files.encoderPath, options)
  const decoder = await InferenceSession.create(files.decoderPath, options)
  const { heads, headSize, layers } = files
  const emptyCache = new Map(
    Array.from({ length: layers }, (_, layer) =>
      ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'].map(
        part => [`${layer}.${part}`, new Tensor('float32', [], [1, heads, 0, headSize])] as const,
      ),
    ).flat(),
  )
  const growingParts = [...emptyCache.keys()].filter(name => name.includes('decoder'))
  const allParts = [...emptyCache.keys()]

  async function run(
    encoded: EncoderOutput,
    tokens: readonly number[],
    cache: ReadonlyMap<string, Tensor>,
    isFirst: boolean,
  ): Promise<DecoderState> {
    const feeds: Record<string, Tensor> = {
      input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
      encoder_hidden_states: encoded,
      use_cache_branch: new Tensor('bool', [!isFirst], [1]),
    }
    for (const [name, tensor] of cache) feeds[`past_key_values.${name}`] = tensor
    // The cross-attention cache does not change: after the first run, only the self-attention cache is fetched.
    const parts = isFirst ? allParts : growingParts
    const outputs = await decoder.run(feeds, ['logits', ...parts.map(name => `present.${name}`)])
    const grown = new Map(cache)
    for (const name of parts) grown.set(name, outputs[`present.${name}`] as Tensor)
    return { scores: (outputs.logits as Tensor).data as Float32Array, cache: grown }
  }

  return {
    files,
    scoresPerToken: vocabularySize(decoder),
    async encode(mel) {
      const features = new Tensor('float32', mel, [1, files.melBands, melFrames])
      const outputs = await encoder.run({ input_features: features }, [encoderOutput])
      return outputs[encoderOutput] as EncoderOutput
    },
    startDecoding: (encoded, tokens) => run(encoded, tokens, emptyCache, true),
    async continueDecoding(encoded, state, token, isStateKept = false) {
      const next = await run(encoded, [token], state.cache, false)
      if (!isStateKept) for (const name of growingParts) state.cache.get(name)?.dispose()
      return next
    },
    async release() {
      await Promise.all([encoder.release(), decoder.release()])
    },
  }
}

/** Removes the attention outputs of the encoder graph, which would take more than half a gigabyte. */
async function loadEncoder(
  path: string,
  options: InferenceSession.SessionOptions,
): Promise<InferenceSession> {
  // External weights are resolved relative to the path of the graph.
  if (existsSync(`${path}_data`)) return InferenceSession.create(path, options)
  return InferenceSession.create(
    keepOutputs(await readFile(path), name => name === encoderOutput),
    options,
  )
}

function vocabularySize(decoder: InferenceSession): number {
  const logits = decoder.outputMetadata.find(({ name }) => name === 'logits')
  const size = logits?.isTensor ? logits.shape.at(-1) : undefined
  if (typeof size !== 'number') throw new Error('This speech model does not say how many tokens it knows.')
  return size
}
