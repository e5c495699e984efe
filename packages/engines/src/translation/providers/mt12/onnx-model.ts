/** mt12's ONNX graphs: the encoder processes a batch, the decoder generates tokens. */
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Decoder } from './beam-search.ts'

export interface TranslationModel {
  encode(sources: readonly (readonly number[])[]): Promise<Decoder>
}

const layers = [0, 1]
const heads = 8
const headSize = 64
const padToken = 0
/** Number of candidate tokens per row that the decoder outputs. */
const topTokens = 8

type Feeds = Record<string, Tensor>

export async function loadMt12Model(folder: string, threads: number): Promise<TranslationModel> {
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    // Without it, int8 products saturate on x64 processors without VNNI and change the translation; arm64 ignores it.
    extra: { session: { x64quantprecision: '1' } },
  }
  const encoder = await InferenceSession.create(join(folder, 'encoder.onnx'), options)
  const decoder = await InferenceSession.create(join(folder, 'decoder.onnx'), options)
  return {
    async encode(sources) {
      const { ids, mask, width } = padded(sources)
      const size = [sources.length, width]
      const encode = await encoder.run({
        input_ids: integers(ids, size),
        attention_mask: integers(mask, size),
      })
      return decoderOf(decoder, { ...encode, attention_mask: integers(mask, size) })
    },
  }
}

function decoderOf(session: InferenceSession, source: Feeds): Decoder {
  const sourceNames = ['attention_mask', ...layers.flatMap(layer => [`cross_k_${layer}`, `cross_v_${layer}`])]
  const cacheNames = layers.flatMap(layer => [`_k_${layer}`, `_v_${layer}`])
  const outputNames = ['top_logprobs', 'top_ids', ...cacheNames.map(name => `present${name}`)]
  const feeds: Feeds = {}
  let sentences: readonly number[] = []
  let isFirst = true

  return {
    async next(rows) {
      const rowSentences = rows.map(row => row.sentence)
      if (rowSentences.join() !== sentences.join()) {
        sentences = rowSentences
        for (const name of sourceNames) feeds[name] = pickRows(source[name] as Tensor, sentences)
      }
      if (isFirst)
        for (const name of cacheNames)
          feeds[`past${name}`] = new Tensor('float32', new Float32Array(0), [rows.length, heads, 0, headSize])
      const order = rows.map(({ from }, row) => (isFirst ? row : from))
      feeds.input_ids = integers(
        BigInt64Array.from(rows, row => BigInt(row.lastToken)),
        [rows.length, 1],
      )
      feeds.beam_idx = integers(BigInt64Array.from(order, BigInt), [rows.length])
      isFirst = false
      const outputs = await session.run(feeds, outputNames)
      for (const name of cacheNames) feeds[`past${name}`] = outputs[`present${name}`] as Tensor
      return {
        width: topTokens,
        logProbabilities: outputs.top_logprobs?.data as Float32Array,
        ids: outputs.top_ids?.data as BigInt64Array,
      }
    },
  }
}

function padded(sources: readonly (readonly number[])[]) {
  const width = Math.max(...sources.map(source => source.length))
  const ids = new BigInt64Array(sources.length * width).fill(BigInt(padToken))
  const mask = new BigInt64Array(sources.length * width)
  for (const [row, source] of sources.entries()) {
    ids.set(BigInt64Array.from(source, BigInt), row * width)
    mask.fill(1n, row * width, row * width + source.length)
  }
  return { ids, mask, width }
}

function integers(values: BigInt64Array, size: readonly number[]): Tensor {
  return new Tensor('int64', values, size)
}

/** Gathers the given rows, with repetitions. */
function pickRows(tensor: Tensor, rows: readonly number[]): Tensor {
  const values = tensor.data as Float32Array | BigInt64Array
  const width = values.length / (tensor.dims[0] ?? 1)
  const size = [rows.length, ...tensor.dims.slice(1)]
  if (values instanceof BigInt64Array) {
    const picked = new BigInt64Array(rows.length * width)
    for (const [to, from] of rows.entries())
      picked.set(values.subarray(from * width, (from + 1) * width), to * width)
    return new Tensor('int64', picked, size)
  }
  const picked = new Float32Array(rows.length * width)
  for (const [to, from] of rows.entries())
    picked.set(values.subarray(from * width, (from + 1) * width), to * width)
  return new Tensor('float32', picked, size)
}
