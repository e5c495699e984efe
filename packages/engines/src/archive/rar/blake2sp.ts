/** BLAKE2sp, the checksum of RAR 5: eight interleaved BLAKE2s leaves with 64-byte blocks, and a root over their digests. */

const blockBytes = 64
const leafCount = 8
const digestBytes = 32
const stripeBytes = leafCount * blockBytes
const blockWords = blockBytes / 4
const stripeWords = stripeBytes / 4

const initialState = Int32Array.of(
  ...[0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19],
)

/** Message word permutation per round. */
const schedule = Uint8Array.from(
  [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
  ].flat(),
)

/** Node of the hash tree. */
interface Node {
  readonly state: Int32Array
  hashedBytes: number
  readonly isLast: boolean
}

function createNode(offset: number, depth: number): Node {
  const state = initialState.slice()
  // Digest length, no key, fanout, tree depth.
  state[0] = (state[0] as number) ^ (digestBytes | (leafCount << 16) | (2 << 24))
  state[2] = (state[2] as number) ^ offset
  // Node depth and inner digest length.
  state[3] = (state[3] as number) ^ ((depth << 16) | (digestBytes << 24))
  return { state, hashedBytes: 0, isLast: depth === 1 || offset === leafCount - 1 }
}

export interface Blake2sp {
  update(bytes: Uint8Array): void
  digest(): Uint8Array
}

/** Incremental hash of one file. */
export function createBlake2sp(): Blake2sp {
  const leaves = Array.from({ length: leafCount }, (_, index) => createNode(index, 0))
  // The last block of a leaf is hashed with a flag, so a stripe is held back until more data follows.
  const held = new Uint8Array(2 * stripeBytes)
  let heldBytes = 0

  function hashStripes(bytes: Uint8Array, stripes: number): void {
    const words = wordsOf(bytes)
    for (let stripe = 0; stripe < stripes; stripe++)
      for (const [index, leaf] of leaves.entries())
        hashBlock(leaf, words, stripe * stripeWords + index * blockWords, blockBytes, false)
  }

  return {
    update(bytes) {
      let offset = 0
      if (heldBytes > 0) {
        offset = Math.min(held.length - heldBytes, bytes.length)
        held.set(bytes.subarray(0, offset), heldBytes)
        heldBytes += offset
        if (heldBytes < held.length) return
        const stripes = bytes.length - offset >= stripeBytes ? 2 : 1
        hashStripes(held, stripes)
        held.copyWithin(0, stripes * stripeBytes)
        heldBytes -= stripes * stripeBytes
      }
      if (heldBytes === 0) {
        const stripes = Math.max(0, Math.floor((bytes.length - offset) / stripeBytes) - 1)
        hashStripes(bytes.subarray(offset, offset + stripes * stripeBytes), stripes)
        offset += stripes * stripeBytes
      }
      held.set(bytes.subarray(offset), heldBytes)
      heldBytes += bytes.length - offset
    },
    digest() {
      const root = createNode(0, 1)
      for (const [index, leaf] of leaves.entries()) {
        const rest = restOfLeaf(held.subarray(0, heldBytes), index)
        for (const [block, bytes] of rest.entries()) hashPadded(leaf, bytes, block === rest.length - 1)
      }
      const digests = leaves.map(digestOf)
      for (let index = 0; index < leafCount; index += 2)
        hashPadded(root, Buffer.concat(digests.slice(index, index + 2)), index + 2 === leafCount)
      return digestOf(root)
    },
  }
}

/** Remaining blocks of a leaf; a single empty one if it got no data. */
function restOfLeaf(held: Uint8Array, index: number): Uint8Array[] {
  const starts = [index * blockBytes, stripeBytes + index * blockBytes]
  const blocks = starts
    .map(start => held.subarray(start, start + blockBytes))
    .filter(block => block.length > 0)
  return blocks.length > 0 ? blocks : [new Uint8Array(0)]
}

function hashPadded(node: Node, bytes: Uint8Array, isLastBlock: boolean): void {
  const block = new Uint8Array(blockBytes)
  block.set(bytes)
  hashBlock(node, wordsOf(block), 0, bytes.length, isLastBlock)
}

function wordsOf(bytes: Uint8Array): Int32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2)
}

function digestOf({ state }: Node): Uint8Array {
  return new Uint8Array(state.buffer.slice(0))
}

/** Unrolled: a loop over arrays is several times slower. */
function hashBlock(node: Node, words: Int32Array, at: number, byteCount: number, isLastBlock: boolean): void {
  const { state } = node
  node.hashedBytes += byteCount
  let v0 = state[0] as number
  let v1 = state[1] as number
  let v2 = state[2] as number
  let v3 = state[3] as number
  let v4 = state[4] as number
  let v5 = state[5] as number
  let v6 = state[6] as number
  let v7 = state[7] as number
  let v8 = 0x6a09e667
  let v9 = 0xbb67ae85
  let v10 = 0x3c6ef372
  let v11 = 0xa54ff53a
  let v12 = 0x510e527f ^ node.hashedBytes
  let v13 = 0x9b05688c ^ Math.floor(node.hashedBytes / 0x1_0000_0000)
  let v14 = isLastBlock ? ~0x1f83d9ab : 0x1f83d9ab
  let v15 = isLastBlock && node.isLast ? ~0x5be0cd19 : 0x5be0cd19
  for (let r = 0; r < schedule.length; r += 16) {
    v0 = (v0 + v4 + (words[at + (schedule[r + 0] as number)] as number)) | 0
    v12 ^= v0
    v12 = (v12 >>> 16) | (v12 << 16)
    v8 = (v8 + v12) | 0
    v4 ^= v8
    v4 = (v4 >>> 12) | (v4 << 20)
    v0 = (v0 + v4 + (words[at + (schedule[r + 1] as number)] as number)) | 0
    v12 ^= v0
    v12 = (v12 >>> 8) | (v12 << 24)
    v8 = (v8 + v12) | 0
    v4 ^= v8
    v4 = (v4 >>> 7) | (v4 << 25)
    v1 = (v1 + v5 + (words[at + (schedule[r + 2] as number)] as number)) | 0
    v13 ^= v1
    v13 = (v13 >>> 16) | (v13 << 16)
    v9 = (v9 + v13) | 0
    v5 ^= v9
    v5 = (v5 >>> 12) | (v5 << 20)
    v1 = (v1 + v5 + (words[at + (schedule[r + 3] as number)] as number)) | 0
    v13 ^= v1
    v13 = (v13 >>> 8) | (v13 << 24)
    v9 = (v9 + v13) | 0
    v5 ^= v9
    v5 = (v5 >>> 7) | (v5 << 25)
    v2 = (v2 + v6 + (words[at + (schedule[r + 4] as number)] as number)) | 0
    v14 ^= v2
    v14 = (v14 >>> 16) | (v14 << 16)
    v10 = (v10 + v14) | 0
    v6 ^= v10
    v6 = (v6 >>> 12) | (v6 << 20)
    v2 = (v2 + v6 + (words[at + (schedule[r + 5] as number)] as number)) | 0
    v14 ^= v2
    v14 = (v14 >>> 8) | (v14 << 24)
    v10 = (v10 + v14) | 0
    v6 ^= v10
    v6 = (v6 >>> 7) | (v6 << 25)
    v3 = (v3 + v7 + (words[at + (schedule[r + 6] as number)] as number)) | 0
    v15 ^= v3
    v15 = (v15 >>> 16) | (v15 << 16)
    v11 = (v11 + v15) | 0
    v7 ^= v11
    v7 = (v7 >>> 12) | (v7 << 20)
    v3 = (v3 + v7 + (words[at + (schedule[r + 7] as number)] as number)) | 0
    v15 ^= v3
    v15 = (v15 >>> 8) | (v15 << 24)
    v11 = (v11 + v15) | 0
    v7 ^= v11
    v7 = (v7 >>> 7) | (v7 << 25)
    v0 = (v0 + v5 + (words[at + (schedule[r + 8] as number)] as number)) | 0
    v15 ^= v0
    v15 = (v15 >>> 16) | (v15 << 16)
    v10 = (v10 + v15) | 0
    v5 ^= v10
    v5 = (v5 >>> 12) | (v5 << 20)
    v0 = (v0 + v5 + (words[at + (schedule[r + 9] as number)] as number)) | 0
    v15 ^= v0
    v15 = (v15 >>> 8) | (v15 << 24)
    v10 = (v10 + v15) | 0
    v5 ^= v10
    v5 = (v5 >>> 7) | (v5 << 25)
    v1 = (v1 + v6 + (words[at + (schedule[r + 10] as number)] as number)) | 0
    v12 ^= v1
    v12 = (v12 >>> 16) | (v12 << 16)
    v11 = (v11 + v12) | 0
    v6 ^= v11
    v6 = (v6 >>> 12) | (v6 << 20)
    v1 = (v1 + v6 + (words[at + (schedule[r + 11] as number)] as number)) | 0
    v12 ^= v1
    v12 = (v12 >>> 8) | (v12 << 24)
    v11 = (v11 + v12) | 0
    v6 ^= v11
    v6 = (v6 >>> 7) | (v6 << 25)
    v2 = (v2 + v7 + (words[at + (schedule[r + 12] as number)] as number)) | 0
    v13 ^= v2
    v13 = (v13 >>> 16) | (v13 << 16)
    v8 = (v8 + v13) | 0
    v7 ^= v8
    v7 = (v7 >>> 12) | (v7 << 20)
    v2 = (v2 + v7 + (words[at + (schedule[r + 13] as number)] as number)) | 0
    v13 ^= v2
    v13 = (v13 >>> 8) | (v13 << 24)
    v8 = (v8 + v13) | 0
    v7 ^= v8
    v7 = (v7 >>> 7) | (v7 << 25)
    v3 = (v3 + v4 + (words[at + (schedule[r + 14] as number)] as number)) | 0
    v14 ^= v3
    v14 = (v14 >>> 16) | (v14 << 16)
    v9 = (v9 + v14) | 0
    v4 ^= v9
    v4 = (v4 >>> 12) | (v4 << 20)
    v3 = (v3 + v4 + (words[at + (schedule[r + 15] as number)] as number)) | 0
    v14 ^= v3
    v14 = (v14 >>> 8) | (v14 << 24)
    v9 = (v9 + v14) | 0
    v4 ^= v9
    v4 = (v4 >>> 7) | (v4 << 25)
  }
  state[0] = (state[0] as number) ^ v0 ^ v8
  state[1] = (state[1] as number) ^ v1 ^ v9
  state[2] = (state[2] as number) ^ v2 ^ v10
  state[3] = (state[3] as number) ^ v3 ^ v11
  state[4] = (state[4] as number) ^ v4 ^ v12
  state[5] = (state[5] as number) ^ v5 ^ v13
  state[6] = (state[6] as number) ^ v6 ^ v14
  state[7] = (state[7] as number) ^ v7 ^ v15
}
